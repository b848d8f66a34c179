"""Publishing by several people at once."""

import threading

import pytest
from django.db import connection

from tests.releases.editing import draft_has_weather, edit
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.releases.asking import ask
from toolgroups_admin.releases.carrying_out import carry_out_or_say_why
from toolgroups_admin.releases.errors import NothingToPublish, PublishedMeanwhile
from toolgroups_admin.releases.models import Environment, Publication, PublishRequest, Release
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def at_once(*works: "threading.Thread") -> None:
    for work in works:
        work.start()
    for work in works:
        work.join()


class Publishing(threading.Thread):
    """Publishes in a thread of its own and keeps what came of it."""

    def __init__(self, environment: Environment, barrier: threading.Barrier, expected: int | None = None) -> None:
        super().__init__()
        self.environment, self.barrier, self.expected = environment, barrier, expected
        self.release: Release | None = None
        self.refused: Exception | None = None

    def run(self) -> None:
        self.barrier.wait()
        try:
            environment = Environment.objects.get(pk=self.environment.pk)
            self.release = publish(environment, by=None, expected=self.expected)
        except (PublishedMeanwhile, NothingToPublish) as refused:
            self.refused = refused
        finally:
            connection.close()


class CarryingOut(threading.Thread):
    """Carries out a request in a thread of its own, as the clock of one of two machines."""

    def __init__(self, request: PublishRequest, barrier: threading.Barrier) -> None:
        super().__init__()
        self.request, self.barrier = request, barrier
        self.is_live = False

    def run(self) -> None:
        self.barrier.wait()
        try:
            self.is_live = carry_out_or_say_why(PublishRequest.objects.get(pk=self.request.pk))
        finally:
            connection.close()


def test_what_two_clocks_carry_out_at_once_goes_live_once(production: Environment, ada: User) -> None:
    draft_has_weather()
    request, barrier = ask(production, by=ada), threading.Barrier(2)
    clocks = [CarryingOut(request, barrier) for _ in range(2)]

    at_once(*clocks)

    request.refresh_from_db()
    assert sorted(clock.is_live for clock in clocks) == [False, True]
    assert (request.state, request.failure) == ("published", "")
    assert Release.objects.count() == Publication.objects.count() == 1


def test_of_two_who_publish_at_once_one_is_told(production: Environment) -> None:
    draft_has_weather()
    barrier = threading.Barrier(2)
    first, second = (Publishing(production, barrier, expected=0) for _ in range(2))

    at_once(first, second)

    assert [work.release is None for work in (first, second)].count(True) == 1
    assert isinstance(first.refused or second.refused, PublishedMeanwhile | NothingToPublish)
    assert Release.objects.count() == Publication.objects.count() == 1


def test_numbers_have_no_gaps_and_no_doubles_when_environments_publish_at_once(production: Environment) -> None:
    draft_has_weather()
    environments = [Environment.objects.get_or_create(name=f"place-{number}")[0] for number in range(3)]

    for round_number in range(2):
        edit(ToolGroup.objects.get(), title=f"round {round_number}")
        barrier = threading.Barrier(3)
        at_once(*(Publishing(environment, barrier) for environment in environments))

    assert sorted(Release.objects.values_list("number", flat=True)) == list(range(1, 7))
    places = Environment.objects.filter(name__startswith="place")
    assert set(places.values_list("release__number", flat=True)) == {4, 5, 6}
