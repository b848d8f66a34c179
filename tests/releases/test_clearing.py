"""Clearing releases that have not been live for long."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.releases.editing import draft_has_weather, edit
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change, Fragment
from toolgroups_admin.celery import app
from toolgroups_admin.dryrun.sources import UnknownSource, compiled
from toolgroups_admin.releases import tasks
from toolgroups_admin.releases.asking import ask
from toolgroups_admin.releases.candidates import contents
from toolgroups_admin.releases.clearing import ClearedAway, clear_old
from toolgroups_admin.releases.errors import Cleared
from toolgroups_admin.releases.models import Environment, Publication, Release, ReleaseFragment
from toolgroups_admin.releases.promoting import promote
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.rolling_back import releases_of, roll_back

pytestmark = pytest.mark.django_db

NOBODY = ClearedAway(0, 0)


@pytest.fixture
def releases(production: Environment) -> list[Release]:
    """Four, of which the last is live, all published a year ago."""
    group = draft_has_weather()
    made = [publish(production, by=None)]
    for text in ("rain", "snow", "hail"):
        edit(group, system_prompt=text)
        made.append(publish(production, by=None))
    long_ago(365)
    return made


def long_ago(days: int) -> None:
    """All that was published was published so many days ago."""
    moment = timezone.now() - timedelta(days=days)
    Release.objects.update(created_at=moment)
    Publication.objects.update(at=moment)


def cleared() -> list[int]:
    return list(Release.objects.exclude(cleared_at=None).order_by("number").values_list("number", flat=True))


def test_all_but_the_last_ones_are_cleared_and_stay_as_history(releases: list[Release]) -> None:
    found = clear_old(keep=2)

    first = Release.objects.get(number=1)
    assert (found.releases, cleared()) == (2, [1, 2])
    assert (first.digest, first.fragments.count()) == (releases[0].digest, 0)
    assert Publication.objects.count() == 4
    assert [contents(release).digest for release in releases[2:]] == [release.digest for release in releases[2:]]
    assert clear_old(keep=2) == NOBODY


def test_nothing_that_was_live_in_the_last_90_days_is_cleared(releases: list[Release]) -> None:
    long_ago(89)
    assert clear_old(keep=2) == NOBODY

    Publication.objects.filter(previous=releases[0]).update(at=timezone.now() - timedelta(days=91))
    Release.objects.update(created_at=timezone.now() - timedelta(days=91))

    assert clear_old(keep=2).releases == 1
    assert cleared() == [1]


def test_what_is_live_anywhere_is_never_cleared(releases: list[Release], staging: Environment) -> None:
    promote(staging, release=releases[0], by=None)
    long_ago(365)

    clear_old(keep=2)

    assert cleared() == [2]


def test_states_of_the_history_stay_and_those_that_nothing_names_go(releases: list[Release]) -> None:
    orphan = Fragment.objects.create(digest="f" * 64, text="{}")
    ReleaseFragment.objects.create(release=releases[0], position=99, kind="tool", identity="gone", fragment=orphan)
    before = set(Fragment.objects.exclude(pk=orphan.pk).values_list("pk", flat=True))

    found = clear_old(keep=2)

    assert found.states == 1
    assert set(Fragment.objects.values_list("pk", flat=True)) == before
    assert all(change.after for change in Change.objects.select_related("after"))


def test_a_cleared_release_can_neither_be_rolled_back_to_nor_promoted_nor_tried(
    releases: list[Release], production: Environment, staging: Environment
) -> None:
    clear_old(keep=2)

    assert [release.number for release in releases_of(production)] == [3]
    with pytest.raises(Cleared, match="release 1 was cleared"):
        roll_back(production, to=releases[0], by=None)
    with pytest.raises(Cleared):
        promote(staging, release=releases[0], by=None)
    with pytest.raises(UnknownSource):
        compiled("release:1")


def test_the_pages_say_that_it_was_cleared_and_lead_nowhere(releases: list[Release], browser: Client) -> None:
    clear_old(keep=2)
    first, production = releases[0], Environment.objects.get(name="production")

    listed = browser.get("/admin/releases/release/").content.decode()
    shown = browser.get(f"/admin/releases/release/{first.pk}/change/").content.decode()
    third = browser.get(f"/admin/releases/release/{releases[2].pk}/change/").content.decode()

    assert listed.count(">cleared<") == 2
    assert "Release 1 was cleared, since it had not been live for long." in shown
    assert "Release 2 was cleared" in third
    assert "bring-back" not in shown
    assert "bring-back" in third
    for address in (
        f"/admin/releases/release/{first.pk}/bring-back/",
        f"/admin/releases/release/{first.pk}/document/",
        f"/admin/releases/release/{first.pk}/compare/",
    ):
        assert browser.get(address).status_code == 403
    assert browser.get(f"/admin/releases/environment/{production.pk}/roll-back/1/").status_code == 404


def test_a_release_used_again_a_moment_ago_is_left(releases: list[Release], production: Environment) -> None:
    roll_back(production, to=releases[0], by=None)

    assert clear_old(keep=2).releases == 1
    assert cleared() == [2]


def test_the_clock_clears_every_hour_and_keeps_fifty(releases: list[Release]) -> None:
    scheduled: Any = app.conf.beat_schedule["clear-old-releases"]

    tasks.clear_old()

    assert (scheduled["task"], scheduled["schedule"]) == (tasks.clear_old.name, 3600)
    assert cleared() == []


def test_what_somebody_asks_to_promote_is_kept_and_what_is_cleared_is_not_asked_for(
    releases: list[Release], staging: Environment, ada: User
) -> None:
    ask(staging, by=ada, release=releases[0])

    clear_old(keep=2)

    assert cleared() == [2]
    with pytest.raises(Cleared):
        ask(staging, by=ada, release=releases[1])
