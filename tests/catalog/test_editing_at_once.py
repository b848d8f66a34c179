"""Two people who save in the same moment."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test import Client

from tests.catalog.building import contains, group, load, tool
from tests.catalog.conftest import administrator
from tests.catalog.test_admin_forms import address_of, form_of
from toolgroups_admin.catalog.admin.overtaken import refuse_dangling
from toolgroups_admin.catalog.models import Change, GroupTool
from toolgroups_admin.catalog.saving import delete, record


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite in memory is one connection for all threads")
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_of_two_saves_in_one_moment_one_wins_and_the_other_is_told() -> None:
    load(groups=[{"name": "weather", "matcher": contains("rain")}])
    clients = [Client(), Client()]
    for client, name in zip(clients, ["ada", "bob"], strict=True):
        client.force_login(administrator(name))
    address = address_of(group("weather"))
    form = form_of(clients[0].get(address))
    together = Barrier(2)

    def save(number: int) -> int:
        together.wait()
        try:
            answer = clients[number].post(address, form | {"matcher": json.dumps(contains(f"mine {number}"))})
            return answer.status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        statuses = sorted(pool.map(save, [0, 1]))

    assert statuses == [200, 302]
    assert Change.objects.exclude(action="import").count() == 1


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one write at a time")
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_who_takes_a_tool_that_is_being_deleted_is_told_and_loses_nothing() -> None:
    load(tools=[{"key": "rain"}], groups=[{"name": "weather", "matcher": contains("rain")}])
    ada = Client(headers={"accept-language": "en"})
    ada.force_login(administrator("ada"))
    address = address_of(group("weather"))
    typed = form_of(ada.get(address)) | {"tools": "rain", "description": "typed with care"}

    refused = while_it_waits(lambda: delete(tool("rain"), by=None), lambda: ada.post(address, typed))

    page = refused.content.decode()
    assert refused.status_code == 200
    assert "Not there: “rain”" in page
    assert "typed with care" in page
    assert "was changed successfully" not in page


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one write at a time")
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_who_deletes_a_tool_that_is_being_taken_is_told_who_uses_it() -> None:
    load(tools=[{"key": "rain"}], groups=[{"name": "weather", "matcher": contains("rain")}])
    ada = Client(headers={"accept-language": "en"})
    ada.force_login(administrator("ada"))
    address = f"/admin/catalog/tool/{tool('rain').pk}/delete/"

    refused = while_it_waits(lambda: _take("rain"), lambda: ada.post(address, {"post": "yes"}))

    assert refused.status_code == 200
    assert "weather" in refused.content.decode()
    assert "was deleted successfully" not in refused.content.decode()


def _take(key: str) -> None:
    """As the form of a group does."""
    row = group("weather")
    GroupTool.objects.create(group=row, tool=tool(key))
    record([row], by=None)
    refuse_dangling()


def while_it_waits(first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """Does the first in a transaction that ends only when the second waits for it; what the second gives."""
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first()
            answer = pool.submit(_closing, second)
            deadline = time.monotonic() + 5
            while not _somebody_waits() and not answer.done() and time.monotonic() < deadline:
                time.sleep(0.01)
        return answer.result()


def _closing(work: Callable[[], Any]) -> Any:
    try:
        return work()
    finally:
        connections.close_all()


def _somebody_waits() -> bool:
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    with connection.cursor() as cursor:
        cursor.execute(waiting)
        return bool(cursor.fetchone()[0])
