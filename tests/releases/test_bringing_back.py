"""Bringing a release back into the draft."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.db.models import F
from django.test import Client

from tests.releases.editing import ALWAYS, add_tool, contains, draft_has_weather, edit, remove
from tests.releases.pages import hidden_fields, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change, GroupTool, Kind, MatcherRule, Prompt, PromptGroup, Tool, ToolGroup
from toolgroups_admin.engine import InvalidDocument
from toolgroups_admin.releases.bringing_back import bring_back
from toolgroups_admin.releases.candidates import contents, draft
from toolgroups_admin.releases.choices import Choice
from toolgroups_admin.releases.comparing import changes_from
from toolgroups_admin.releases.errors import DraftChanged, NeedsMore, OwnedByOthers
from toolgroups_admin.releases.models import Environment, Release
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def release(production: Environment) -> Release:
    """A release of a prompt with a group with a tool."""
    draft_has_weather()
    return publish(production, by=None)


def wanted(release: Release, *identities: str) -> list[Choice]:
    changes = changes_from(draft(), contents(release))
    return [Choice(it.kind, it.identity, it.after) for it in changes if it.identity in identities]


def test_the_whole_draft_is_as_the_release_again(release: Release, ada: User) -> None:
    group = ToolGroup.objects.get()
    edit(MatcherRule(name="z-inner"), definition=ALWAYS)
    edit(MatcherRule(name="m-middle"), definition={"kind": "rule", "name": "z-inner"})
    edit(MatcherRule(name="a-outer"), definition={"kind": "rule", "name": "m-middle"})
    edit(group, matcher={"kind": "rule", "name": "a-outer"}, system_prompt="Be brief.")
    GroupTool.objects.create(group=group, tool=add_tool("new"), position=9)
    edit(group)
    prompt = edit(Prompt(name="second"))
    PromptGroup.objects.create(prompt=prompt, group=group)
    edit(prompt)

    entries = bring_back(release, by=ada, why="it was better")

    assert draft() == contents(release)
    assert {(entry.by, entry.why, entry.action) for entry in entries} == {(ada, "it was better", "revert")}
    assert {(entry.identity, entry.outcome.value) for entry in entries} == {
        ("weather", "changed"),
        *((name, "deleted") for name in ("z-inner", "m-middle", "a-outer", "new", "second")),
    }


def test_what_was_deleted_is_there_again(release: Release) -> None:
    for row in (Prompt.objects.get(), ToolGroup.objects.get(), Tool.objects.get()):
        remove(row)

    bring_back(release, by=None)

    assert draft() == contents(release)


def test_one_object_is_brought_back_and_the_others_stay(release: Release) -> None:
    edit(ToolGroup.objects.get(), matcher=contains("snow"))
    edit(Tool.objects.get(), description="new words")
    add_tool("new")

    [entry] = bring_back(release, by=None, chosen=wanted(release, "weather"))

    assert (entry.identity, entry.outcome.value) == ("weather", "changed")
    assert [it.identity for it in changes_from(draft(), contents(release))] == ["get_weather", "new"]


def test_what_the_object_needs_must_come_too(release: Release) -> None:
    GroupTool.objects.all().delete()
    edit(ToolGroup.objects.get())
    remove(Tool.objects.get())

    with pytest.raises(NeedsMore) as needs:
        bring_back(release, by=None, chosen=wanted(release, "weather"))

    assert [(it.kind, it.identity) for it in needs.value.choices] == [(Kind.TOOL, "get_weather")]
    bring_back(release, by=None, chosen=wanted(release, "weather", "get_weather"))
    assert draft() == contents(release)


def test_nothing_differing_is_nothing_done(release: Release) -> None:
    before = Change.objects.count()

    assert bring_back(release, by=None) == []
    assert Change.objects.count() == before


def test_a_release_that_no_longer_compiles_is_not_brought_back(release: Release) -> None:
    edit(ToolGroup.objects.get(), matcher=contains("snow"))
    before = draft()
    release.fragments.filter(kind="tool").delete()

    with pytest.raises(InvalidDocument):
        bring_back(release, by=None)

    assert draft() == before


class Meanwhile:
    """Does something once the import has looked at the rows and is about to look at their past."""

    def __init__(self, deed: Callable[[], Any]) -> None:
        self.deed = deed
        self.mark: str | None = '"catalog_change"."before_id"'

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.mark and self.mark in sql:
            self.mark = None
            self.deed()
        return execute(sql, params, many, context)


def adds_a_tool() -> None:
    add_tool("meanwhile")


def edits_there_and_back() -> None:
    """Leaves the state of the group as it was, and its version not."""
    ToolGroup.objects.update(version=F("version") + 2)


@pytest.mark.parametrize("deed", [adds_a_tool, edits_there_and_back])
def test_an_edit_meanwhile_is_told_and_nothing_is_written(release: Release, deed: Callable[[], None]) -> None:
    edit(ToolGroup.objects.get(), matcher=contains("snow"))

    with connection.execute_wrapper(Meanwhile(deed)), pytest.raises(DraftChanged):
        bring_back(release, by=None)

    assert ToolGroup.objects.get().matcher == contains("snow")


def test_what_somebody_begins_to_use_meanwhile_is_not_deleted(release: Release) -> None:
    unrecorded = add_tool("new")
    GroupTool.objects.create(group=ToolGroup.objects.get(), tool=unrecorded, position=9)

    with pytest.raises(DraftChanged):
        bring_back(release, by=None)

    assert Tool.objects.filter(key="new").exists()


def test_where_owners_edit_nobody_brings_back_what_others_own(
    release: Release, settings: Any, django_user_model: Any
) -> None:
    settings.EDIT_BY_OWNERS = True
    edit(ToolGroup.objects.get(), owner="payments", title="Theirs")
    edit(Prompt.objects.get(), title="Nobody's")
    eva = django_user_model.objects.create_user("eva")

    with pytest.raises(OwnedByOthers, match="weather"):
        bring_back(release, by=eva)
    [entry] = bring_back(release, by=eva, chosen=wanted(release, "support"))

    assert entry.identity == "support"
    assert ToolGroup.objects.get().title == "Theirs"


def test_the_page_says_whose_they_are(browser: Client, release: Release, settings: Any) -> None:
    settings.EDIT_BY_OWNERS = True
    edit(ToolGroup.objects.get(), owner="payments")
    User.objects.update(is_superuser=False)
    ada = User.objects.get()
    ada.groups.add(Group.objects.get(name="editor"))
    address = f"/admin/releases/release/{release.pk}/bring-back/"

    refused = browser.post(address, hidden_fields(browser.get(address)))

    assert "Only their owners and publishers edit these: “weather”" in words_of(refused)
    assert ToolGroup.objects.get().owner == "payments"
