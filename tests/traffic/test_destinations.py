"""Connections are read anew every second, and the last ones serve while they cannot be read."""

from collections.abc import Iterator

import pytest

from tests.releases.connecting import connection, tool_context
from toolgroups_admin.releases.models import Environment, ToolContext
from toolgroups_admin.releases.permitting import Refused
from toolgroups_admin.traffic import destinations
from toolgroups_admin.traffic.destinations import destinations_of


@pytest.fixture(autouse=True)
def _read_at_once(monkeypatch: pytest.MonkeyPatch, production: Environment) -> Iterator[None]:
    monkeypatch.setattr(destinations, "FRESH_SECONDS", 0.0)
    destinations.forget()
    yield
    destinations.forget()


def test_what_an_administrator_changes_counts_without_a_restart(production: Environment) -> None:
    before = destinations_of("production")
    connection(production)
    after = destinations_of("production")
    Environment.objects.update(allow_list="localhost:1")

    assert (list(before.connections), list(after.connections)) == ([], ["orders"])
    assert after.manager is before.manager
    assert destinations_of("production").manager is not before.manager


def test_the_last_ones_serve_while_they_cannot_be_read(production: Environment) -> None:
    connection(production)
    known = destinations_of("production")
    Environment.objects.filter(pk=production.pk).update(name="elsewhere")

    assert destinations_of("production") is known
    destinations.forget()
    with pytest.raises(Refused) as refused:
        destinations_of("production")
    assert refused.value.code == "connections_away"


def test_a_tool_context_whose_key_is_gone_refuses_the_call(production: Environment) -> None:
    row = tool_context(production, "support")
    ToolContext.objects.filter(pk=row.pk).update(values={"tenant": "not encrypted by us"})

    with pytest.raises(Refused) as refused:
        destinations_of("production").context_of("support")

    assert refused.value.code == "connections_away"
    assert destinations_of("production").context_of("another") == {}
