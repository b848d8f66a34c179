"""A group and a prompt of one name and nothing else are one stored text, and stay two objects everywhere."""

import pytest

from tests.releases.editing import edit, remove
from toolgroups_admin.catalog.models import Change, Kind, Prompt, ToolGroup
from toolgroups_admin.catalog.reverting import Moment, revert
from toolgroups_admin.releases.bringing_back import bring_back
from toolgroups_admin.releases.candidates import contents, draft
from toolgroups_admin.releases.choices import Choice
from toolgroups_admin.releases.comparing import changes_between, count_changes
from toolgroups_admin.releases.errors import OneDigestForTwo
from toolgroups_admin.releases.models import Environment, Release
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def twins(production: Environment) -> Release:
    """A release with both."""
    edit(ToolGroup(name="same"))
    edit(Prompt(name="same"))
    return publish(production, by=None)


def test_both_are_in_a_release_under_one_digest(twins: Release) -> None:
    group, prompt = contents(twins).entries

    assert group.digest == prompt.digest
    assert contents(twins).document() == {"format": 1, "groups": [{"name": "same"}], "prompts": [{"name": "same"}]}


def test_a_change_of_one_is_published_without_the_other(production: Environment, twins: Release) -> None:
    edit(Prompt.objects.get(), title="Shop")
    edit(ToolGroup.objects.get(), title="Shop")
    [_group, prompt] = changes_between(production)

    publish(production, by=None, chosen=[Choice(prompt.kind, prompt.identity, prompt.after)])

    [left] = changes_between(production)
    assert (prompt.kind, left.kind, count_changes(production)) == (Kind.PROMPT, Kind.GROUP, 1)
    assert prompt.after == left.after  # they are twins again, in the draft


def test_deleting_one_is_a_change_of_that_one_only(production: Environment, twins: Release) -> None:
    remove(ToolGroup.objects.get())

    [change] = changes_between(production)

    assert (change.kind, change.after) == (Kind.GROUP, None)
    assert publish(production, by=None).digest != twins.digest
    assert draft().document() == {"format": 1, "prompts": [{"name": "same"}]}


def test_each_comes_back_as_what_it_was(production: Environment, twins: Release) -> None:
    remove(ToolGroup.objects.get())
    edit(Prompt.objects.get(), title="Shop")

    [entry] = bring_back(twins, by=None, chosen=[Choice(Kind.GROUP, "same", contents(twins).entries[0].digest)])
    first = Change.objects.filter(kind=Kind.PROMPT).earliest("id")
    reverted = revert(first, Moment.AFTER, by=None)

    assert (entry.kind, ToolGroup.objects.get().title, Prompt.objects.get().title) == (Kind.GROUP, "", "")
    assert reverted is not None
    assert reverted.kind == Kind.PROMPT
    assert draft().digest == twins.digest


def test_one_digest_never_stands_for_two_releases(production: Environment) -> None:
    edit(ToolGroup(name="same"))
    first = publish(production, by=None)
    remove(ToolGroup.objects.get())
    prompt = edit(Prompt(name="same"))
    assert (draft().digest, count_changes(production)) == (first.digest, 2)

    with pytest.raises(OneDigestForTwo, match="give that object a title"):
        publish(production, by=None)
    edit(prompt, title="Shop")

    assert publish(production, by=None).number == 2
