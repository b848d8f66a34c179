"""Publishing the draft (design §2, field case 46)."""

from typing import Any

import pytest
from django.db import connection

from tests.releases.editing import add_tool, contains, draft_has_weather, edit, remove
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.catalog.models import MatcherRule, ToolGroup
from toolgroups_admin.engine import InvalidDocument, compile_catalog
from toolgroups_admin.releases.candidates import contents, draft
from toolgroups_admin.releases.errors import DraftChanged, NothingToPublish, PublishedMeanwhile
from toolgroups_admin.releases.models import Environment, Publication, Release
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


def test_publishing_makes_a_release_and_points_the_environment_at_it(production: Environment, ada: User) -> None:
    draft_has_weather()

    release = publish(production, by=ada, comment="first")

    assert (release.number, release.author, release.comment, release.parent) == (1, ada, "first", None)
    assert Environment.objects.get(name="production").release == production.release == release


def test_a_release_holds_the_draft_and_has_its_digest(production: Environment) -> None:
    draft_has_weather()
    add_tool("a")

    release = publish(production, by=None)

    assert contents(release).document() == draft_document()
    assert release.digest == compile_catalog(draft_document()).digest


def test_a_release_is_not_changed_by_later_edits(production: Environment) -> None:
    group = draft_has_weather()
    release = publish(production, by=None)
    before = contents(release).document()

    edit(group, matcher=contains("snow"))

    assert contents(release).document() == before != draft_document()


def test_every_publication_is_kept_with_what_was_live_before(production: Environment, ada: User) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, enabled=False)

    second = publish(production, by=ada, comment="off")

    latest = Publication.objects.first()
    assert latest is not None
    assert (latest.environment, latest.release, latest.previous) == (production, second, first)
    assert (latest.by, latest.comment, latest.action) == (ada, "off", "publish")
    assert second.parent == first


def test_two_publishes_within_one_second_are_two_numbers(production: Environment) -> None:
    group = draft_has_weather()

    first = publish(production, by=None)
    edit(group, enabled=False)
    second = publish(production, by=None)

    assert (first.number, second.number) == (1, 2)
    assert first.digest != second.digest


def test_publishing_what_is_live_already_is_refused(production: Environment) -> None:
    draft_has_weather()
    publish(production, by=None)

    with pytest.raises(NothingToPublish):
        publish(production, by=None)

    assert Release.objects.count() == Publication.objects.count() == 1


def test_publishing_an_empty_draft_for_the_first_time_is_refused(production: Environment) -> None:
    with pytest.raises(NothingToPublish):
        publish(production, by=None)


def test_each_environment_has_its_own_release(production: Environment, staging: Environment) -> None:
    draft_has_weather()

    first, second = publish(staging, by=None), publish(production, by=None)

    assert (first.number, second.number, first.digest) == (1, 2, second.digest)
    assert Environment.objects.get(name="staging").release == first


def test_publishing_is_refused_when_somebody_published_since_the_caller_looked(production: Environment) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    edit(group, enabled=False)

    with pytest.raises(PublishedMeanwhile) as refused:
        publish(production, by=None, expected=0)

    assert (refused.value.expected, refused.value.found) == (0, 1)
    assert publish(production, by=None, expected=1).number == 2


def test_publishing_is_refused_when_the_draft_is_not_the_one_that_the_caller_saw(production: Environment) -> None:
    group = draft_has_weather()
    seen = draft().digest
    edit(group, enabled=False)

    with pytest.raises(DraftChanged):
        publish(production, by=None, seen=seen)

    assert publish(production, by=None, seen=draft().digest).number == 1


def test_a_draft_that_does_not_compile_is_refused_with_every_fault(production: Environment) -> None:
    draft_has_weather()
    edit(MatcherRule(name="broken"), definition={"kind": "prompt_matches", "pattern": "("})
    edit(ToolGroup(name="lost"), matcher={"kind": "rule", "name": "nowhere"})

    with pytest.raises(InvalidDocument) as invalid:
        publish(production, by=None)

    assert {fault.path.split(".")[1] for fault in invalid.value.faults} == {"rules[0]", "groups[0]"}
    assert not Release.objects.exists()
    assert Environment.objects.get(name="production").release is None


def test_what_was_deleted_is_not_in_the_next_release(production: Environment) -> None:
    draft_has_weather()
    spare = add_tool("spare")
    publish(production, by=None)
    remove(spare)

    release = publish(production, by=None)

    assert [entry.identity for entry in contents(release).entries] == ["get_weather", "weather", "support"]


class EditsMeanwhile:
    """Edits the draft whenever somebody is about to write a release, as another person might."""

    def __init__(self, times: int) -> None:
        self.times = times

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.times and 'FROM "releases_environment" ORDER BY 1' in sql:
            self.times -= 1
            add_tool(f"meanwhile-{self.times}")
        return execute(sql, params, many, context)


def test_an_edit_while_the_draft_is_compiled_is_compiled_and_published_too(production: Environment) -> None:
    draft_has_weather()

    with connection.execute_wrapper(EditsMeanwhile(times=2)):
        release = publish(production, by=None)

    assert release.number == 1
    assert contents(release) == draft()
    assert {entry.identity for entry in draft().entries} > {"meanwhile-0", "meanwhile-1"}


def test_an_edit_while_the_draft_is_compiled_is_not_published_by_one_who_saw_it_before(production: Environment) -> None:
    draft_has_weather()

    with connection.execute_wrapper(EditsMeanwhile(times=1)), pytest.raises(DraftChanged):
        publish(production, by=None, seen=draft().digest)

    assert not Release.objects.exists()


def test_a_draft_that_never_holds_still_is_not_published(production: Environment) -> None:
    draft_has_weather()

    with connection.execute_wrapper(EditsMeanwhile(times=100)), pytest.raises(DraftChanged):
        publish(production, by=None)

    assert not Release.objects.exists()
