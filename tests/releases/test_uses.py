"""When keys were last used."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from pytest_django import DjangoAssertNumQueries

from toolgroups_admin.releases import live
from toolgroups_admin.releases.keys import make_key
from toolgroups_admin.releases.models import APIKey, Environment
from toolgroups_admin.releases.uses import Uses

pytestmark = pytest.mark.django_db

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


def last_use() -> datetime | None:
    return APIKey.objects.get().last_used_at


def test_the_latest_use_is_written(production: Environment, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    key, _token = make_key(production, name="shop", scopes=["resolve"], by=None)
    uses = Uses()
    uses.note(key.pk, NOON)
    uses.note(key.pk, NOON + timedelta(minutes=1))

    with django_assert_num_queries(1):
        uses.write()
        uses.write()

    assert last_use() == NOON + timedelta(minutes=1)


def test_an_earlier_use_that_another_process_saw_does_not_win(production: Environment) -> None:
    key, _token = make_key(production, name="shop", scopes=["resolve"], by=None)
    here, there = Uses(), Uses()
    here.note(key.pk, NOON)
    there.note(key.pk, NOON + timedelta(minutes=1))

    there.write()
    here.write()

    assert last_use() == NOON + timedelta(minutes=1)


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_what_could_not_be_written_is_written_the_next_time(production: Environment) -> None:
    key, _token = make_key(production, name="shop", scopes=["resolve"], by=None)
    uses = Uses()
    uses.note(key.pk, NOON)

    def away(*_: Any) -> Any:
        raise DatabaseError("away")

    with connection.execute_wrapper(away), pytest.raises(DatabaseError):
        uses.write()
    uses.write()

    assert last_use() == NOON


def test_a_use_is_no_change_that_processes_have_to_learn_of(production: Environment) -> None:
    key, _token = make_key(production, name="shop", scopes=["resolve"], by=None)
    state = live.refresh()
    uses = Uses()
    uses.note(key.pk, NOON)

    uses.write()

    assert live.refresh() is state
