"""Promoting a release from one environment to another."""

import pytest

from tests.releases.editing import contains, draft_has_weather, edit
from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import InvalidDocument
from toolgroups_admin.releases.errors import AlreadyLive, NothingToPublish, PublishedMeanwhile
from toolgroups_admin.releases.models import Environment, Publication, Release
from toolgroups_admin.releases.promoting import promotable_to, promote
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def tried(staging: Environment) -> Release:
    """A release that is live in staging, while the draft has gone on."""
    group = draft_has_weather()
    release = publish(staging, by=None)
    edit(group, matcher=contains("snow"))
    return release


def test_the_very_release_of_one_environment_is_live_in_the_other(
    production: Environment, tried: Release, ada: User
) -> None:
    promote(production, release=tried, by=ada, comment="tried for a week")

    assert Environment.objects.get(pk=production.pk).release == tried
    assert Release.objects.count() == 1
    latest = Publication.objects.first()
    assert latest is not None
    assert (latest.action, latest.by, latest.comment, latest.previous) == ("promote", ada, "tried for a week", None)


def test_what_is_live_there_already_is_refused(production: Environment, tried: Release) -> None:
    promote(production, release=tried, by=None)

    with pytest.raises(AlreadyLive):
        promote(production, release=tried, by=None)


def test_a_release_that_holds_what_is_live_there_is_refused(
    production: Environment, staging: Environment, tried: Release
) -> None:
    other = publish(production, by=None)
    publish(staging, by=None)

    with pytest.raises(NothingToPublish):
        promote(staging, release=other, by=None)


def test_what_went_live_meanwhile_is_told(production: Environment, tried: Release) -> None:
    publish(production, by=None)

    with pytest.raises(PublishedMeanwhile):
        promote(production, release=tried, by=None, expected=0)

    assert Environment.objects.get(pk=production.pk).release != tried


def test_a_release_that_does_not_compile_is_not_promoted(production: Environment, tried: Release) -> None:
    tried.fragments.filter(kind="tool").delete()

    with pytest.raises(InvalidDocument):
        promote(production, release=tried, by=None)

    assert Environment.objects.get(pk=production.pk).release is None


def test_releases_that_are_live_elsewhere_can_be_promoted(
    production: Environment, staging: Environment, tried: Release
) -> None:
    assert promotable_to(production) == [tried]
    assert promotable_to(staging) == []
