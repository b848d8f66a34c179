"""Two people who save in the same moment."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections
from django.test import Client

from tests.catalog.building import contains, group, load
from tests.catalog.conftest import administrator
from tests.catalog.test_admin_forms import address_of, form_of
from toolgroups_admin.catalog.models import Change


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
