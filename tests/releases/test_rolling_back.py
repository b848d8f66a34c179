"""Rolling back to an earlier release."""

import pytest

from tests.releases.editing import draft_has_weather, edit
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.engine import InvalidDocument
from toolgroups_admin.releases.errors import AlreadyLive, NeverLive, PublishedMeanwhile
from toolgroups_admin.releases.models import Environment, Publication
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.rolling_back import releases_of, roll_back

pytestmark = pytest.mark.django_db


def test_rolling_back_points_at_the_earlier_release_and_says_so(production: Environment, ada: User) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, enabled=False)
    second = publish(production, by=None)

    publication = roll_back(production, to=first, by=ada, comment="too quiet")

    assert Environment.objects.get(name="production").release == production.release == first
    assert (publication.release, publication.previous, publication.by) == (first, second, ada)
    assert (publication.action, publication.comment) == (Publication.Action.ROLL_BACK, "too quiet")


def test_rolling_back_leaves_the_draft_as_it_is(production: Environment) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, enabled=False)
    publish(production, by=None)
    before = draft_document()

    roll_back(production, to=first, by=None)

    assert draft_document() == before


def test_after_rolling_back_the_next_release_has_the_next_number(production: Environment) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, enabled=False)
    publish(production, by=None)
    roll_back(production, to=first, by=None)

    third = publish(production, by=None)

    assert (third.number, third.parent) == (3, first)


def test_a_release_that_is_live_is_not_rolled_back_to(production: Environment) -> None:
    draft_has_weather()
    first = publish(production, by=None)

    with pytest.raises(AlreadyLive):
        roll_back(production, to=first, by=None)


def test_a_release_of_another_environment_is_not_rolled_back_to(production: Environment, staging: Environment) -> None:
    draft_has_weather()
    first = publish(staging, by=None)
    publish(production, by=None)

    with pytest.raises(NeverLive):
        roll_back(production, to=first, by=None)


def test_rolling_back_is_refused_when_somebody_published_since_the_caller_looked(production: Environment) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, enabled=False)
    publish(production, by=None)

    with pytest.raises(PublishedMeanwhile):
        roll_back(production, to=first, by=None, expected=1)


def test_a_release_that_no_longer_compiles_is_not_rolled_back_to(production: Environment) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    first.fragments.filter(kind="tool").delete()
    edit(group, enabled=False)
    second = publish(production, by=None)

    with pytest.raises(InvalidDocument):
        roll_back(production, to=first, by=None)

    assert Environment.objects.get(name="production").release == second


def test_what_can_be_rolled_back_to_was_live_here_and_is_not_now(production: Environment, staging: Environment) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, enabled=False)
    publish(staging, by=None)
    second = publish(production, by=None)
    edit(group, enabled=True, title="weather")
    publish(production, by=None)

    assert releases_of(production) == [second, first]
