"""Asking, approving and carrying out, where two people publish."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.releases.asking import approved, deeds, for_two, in_an_hour, live_in, make_due, publisher, stage
from tests.releases.editing import add_tool, contains, draft_has_weather, edit, remove
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.releases.approving import approve, cancel
from toolgroups_admin.releases.asking import ask, rebuild
from toolgroups_admin.releases.candidates import contents, draft
from toolgroups_admin.releases.carrying_out import carry_out, carry_out_or_say_why
from toolgroups_admin.releases.choices import Choice
from toolgroups_admin.releases.comparing import changes_between
from toolgroups_admin.releases.errors import (
    NeedsApproval,
    NothingToPublish,
    NotReady,
    OwnRequest,
    PublishedMeanwhile,
    ReleaseRefused,
    RequestChanged,
    RequestClosed,
)
from toolgroups_admin.releases.models import Environment, Publication, PublishRequest, Release
from toolgroups_admin.releases.promoting import promote
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.requested import Stage
from toolgroups_admin.releases.rolling_back import roll_back
from toolgroups_admin.releases.switching import switch_off
from toolgroups_admin.releases.tasks import publish_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def bo(db: Any) -> User:
    return publisher("bo")


@pytest.fixture
def weather(production: Environment) -> ToolGroup:
    """The group `weather`, live in production, where two people publish from now on."""
    group = draft_has_weather()
    publish(production, by=None)
    for_two(production)
    return group


def test_nobody_publishes_or_promotes_alone_where_two_do(
    production: Environment, staging: Environment, weather: ToolGroup, ada: User
) -> None:
    edit(weather, matcher=contains("snow"))
    tried = publish(staging, by=None)

    with pytest.raises(NeedsApproval):
        publish(production, by=ada)
    with pytest.raises(NeedsApproval):
        promote(production, release=tried, by=ada)

    assert live_in(production) == 1


def test_rolling_back_and_switching_off_ask_nobody(production: Environment, weather: ToolGroup, ada: User) -> None:
    for_two(production, two=False)
    first = production.release
    assert first is not None
    edit(weather, matcher=contains("snow"))
    publish(production, by=None)
    for_two(production)

    roll_back(production, to=first, by=ada)
    switch_off(production, weather.kind, "weather", reason="nonsense", by=ada)

    assert live_in(production) == 1


def test_asking_freezes_what_goes_live_when_another_approves(
    production: Environment, weather: ToolGroup, ada: User, bo: User
) -> None:
    edit(weather, matcher=contains("snow"))
    wanted = draft()
    request = ask(production, by=ada, comment="for winter")
    edit(weather, matcher=contains("hail"))

    assert stage(request) is Stage.APPROVAL
    carry_out(approved(request, bo))

    release = Release.objects.get(number=2)
    assert contents(release) == wanted
    assert (release.author, release.comment, live_in(production)) == (ada, "for winter", 2)
    assert stage(request) is Stage.PUBLISHED
    assert deeds(request) == [("asked", "ada"), ("approved", "bo"), ("published", "")]
    assert [change.identity for change in changes_between(production)] == ["weather"]


def test_only_what_was_chosen_is_asked_for(production: Environment, weather: ToolGroup, ada: User, bo: User) -> None:
    edit(weather, matcher=contains("snow"))
    one = add_tool("one")
    chosen = [Choice(one.kind, "one", one.fragment_id)]

    carry_out(approved(ask(production, by=ada, chosen=chosen), bo))
    production.refresh_from_db()

    assert [change.identity for change in changes_between(production)] == ["weather"]


def test_nobody_approves_what_they_asked_for_not_even_who_may_do_everything(
    production: Environment, weather: ToolGroup, ada: User
) -> None:
    edit(weather, matcher=contains("snow"))
    request = ask(production, by=ada)

    with pytest.raises(OwnRequest):
        approved(request, ada)
    with pytest.raises(IntegrityError), transaction.atomic():
        PublishRequest.objects.update(approved_by=ada)
    with pytest.raises(NotReady):
        carry_out(request)

    assert live_in(production) == 1


def test_approved_is_what_was_looked_at(production: Environment, weather: ToolGroup, ada: User, bo: User) -> None:
    edit(weather, matcher=contains("snow"))
    request = ask(production, by=ada)

    with pytest.raises(RequestChanged):
        approve(request, by=bo, digest="0" * 64)


def test_it_is_stale_only_when_the_environment_went_on(
    production: Environment, staging: Environment, weather: ToolGroup, ada: User, bo: User
) -> None:
    edit(weather, matcher=contains("snow"))
    request = ask(production, by=ada)

    publish(staging, by=None)
    edit(weather, matcher=contains("hail"))
    assert stage(request) is Stage.APPROVAL

    with pytest.raises(RequestChanged):
        rebuild(request, by=ada)


def went_on(production: Environment, by: User, other: User) -> Release:
    """Another request goes live meanwhile."""
    one = add_tool("one")
    carry_out(approved(ask(production, by=by, chosen=[Choice(one.kind, "one", one.fragment_id)]), other))
    return Release.objects.latest("number")


def test_a_stale_one_is_built_anew_and_approved_again(
    production: Environment, weather: ToolGroup, ada: User, bo: User
) -> None:
    edit(weather, matcher=contains("snow"))
    remove(add_tool("spare"))
    request = approved(ask(production, by=ada, not_before=in_an_hour()), bo)
    meanwhile = went_on(production, bo, ada)
    assert stage(request) is Stage.STALE
    with pytest.raises(PublishedMeanwhile):
        carry_out(request)
    with pytest.raises(PublishedMeanwhile):
        approved(request, bo)

    rebuilt = rebuild(request, by=ada)

    assert stage(request) is Stage.APPROVAL
    assert rebuilt.digest != request.digest
    with pytest.raises(RequestChanged):
        approve(rebuilt, by=bo, digest=request.digest)
    approved(rebuilt, bo)
    make_due(rebuilt)
    publish_due()
    live = Release.objects.latest("number")
    assert {entry.identity for entry in contents(live).entries} > {"one", "weather"}
    assert live.parent == meanwhile
    assert deeds(request) == [
        *(("asked", "ada"), ("approved", "bo"), ("rebuilt", "ada"), ("approved", "bo"), ("published", "")),
    ]


def test_what_is_live_by_now_is_not_built_anew(
    production: Environment, weather: ToolGroup, ada: User, bo: User
) -> None:
    edit(weather, matcher=contains("snow"))
    request = ask(production, by=ada)
    carry_out(approved(ask(production, by=ada), bo))

    with pytest.raises(NothingToPublish):
        rebuild(request, by=ada)


def test_a_deletion_is_asked_for_too(production: Environment, weather: ToolGroup, ada: User, bo: User) -> None:
    for_two(production, two=False)
    spare = add_tool("spare")
    publish(production, by=None)
    for_two(production)
    remove(spare)

    carry_out(approved(ask(production, by=ada), bo))

    assert "spare" not in [entry.identity for entry in contents(Release.objects.latest("number")).entries]


def test_a_release_is_promoted_when_another_approves(
    production: Environment, staging: Environment, weather: ToolGroup, ada: User, bo: User
) -> None:
    edit(weather, matcher=contains("snow"))
    tried = publish(staging, by=None)

    carry_out(approved(ask(production, by=ada, release=tried, comment="tried"), bo))

    latest = Publication.objects.first()
    assert latest is not None
    assert (latest.action, latest.release, latest.by, latest.comment) == ("promote", tried, ada, "tried")
    assert not Release.objects.filter(number__gt=tried.number).exists()


def test_what_is_cancelled_never_goes_live(production: Environment, weather: ToolGroup, ada: User, bo: User) -> None:
    edit(weather, matcher=contains("snow"))
    request = ask(production, by=ada)

    cancel(request, by=bo, comment="not now")

    assert stage(request) is Stage.CANCELLED
    for late in (lambda: approved(request, bo), lambda: carry_out(request), lambda: cancel(request, by=ada)):
        with pytest.raises(RequestClosed):
            late()
    assert not carry_out_or_say_why(request)
    assert deeds(request)[-1] == ("cancelled", "bo")


def test_what_is_asked_for_twice_goes_live_once(
    production: Environment, weather: ToolGroup, ada: User, bo: User
) -> None:
    edit(weather, matcher=contains("snow"))
    request = approved(ask(production, by=ada), bo)

    assert [carry_out_or_say_why(request), carry_out_or_say_why(request)] == [True, False]
    assert Release.objects.count() == 2


def test_who_asks_for_the_same_again_gets_the_request_that_is_open(
    production: Environment, weather: ToolGroup, ada: User, bo: User
) -> None:
    edit(weather, matcher=contains("snow"))
    first = ask(production, by=ada)

    assert ask(production, by=ada) == first
    assert len({first.pk, ask(production, by=bo).pk, ask(production, by=ada, not_before=in_an_hour()).pk}) == 3
    cancel(first, by=ada)
    assert ask(production, by=ada) != first


def test_switching_two_people_off_does_not_let_go_what_waits(
    production: Environment, weather: ToolGroup, ada: User
) -> None:
    edit(weather, matcher=contains("snow"))
    request = ask(production, by=ada)

    for_two(production, two=False)
    publish_due()

    assert stage(request) is Stage.APPROVAL
    assert live_in(production) == 1


def test_asking_refuses_what_publishing_refuses(production: Environment, weather: ToolGroup, ada: User) -> None:
    for refusal, arguments in (
        (NothingToPublish, {}),
        (PublishedMeanwhile, {"expected": 7}),
    ):
        with pytest.raises(refusal):
            ask(production, by=ada, **arguments)  # type: ignore[arg-type]
    edit(weather, matcher=contains(""))
    with pytest.raises(ReleaseRefused, match="lint"):
        ask(production, by=ada)

    assert not PublishRequest.objects.exists()
