"""Connections are read anew every second, and the last ones serve while they cannot be read."""

from collections.abc import Iterator

import pytest

from tests.releases.connecting import connection, tool_context
from toolgroups_admin.releases.models import Environment, ToolContext
from toolgroups_admin.releases.permitting import Refused
from toolgroups_admin.traffic import destinations
from toolgroups_admin.traffic.destinations import Destinations, destinations_of


@pytest.fixture(autouse=True)
def _unread(production: Environment) -> Iterator[None]:
    destinations.forget()
    yield
    destinations.forget()


def read_now() -> Destinations:
    """As after a second."""
    return destinations_of("production", fresh_seconds=0.0)


def test_what_is_read_serves_for_a_second(production: Environment) -> None:
    before = destinations_of("production")
    connection(production)

    assert destinations_of("production") is before


def test_what_an_administrator_changes_counts_without_a_restart(production: Environment) -> None:
    before = read_now()
    connection(production)
    after = read_now()
    Environment.objects.update(allow_list="localhost:1")

    assert (list(before.connections), list(after.connections)) == ([], ["orders"])
    assert after.manager is before.manager
    assert read_now().manager is not before.manager


def test_the_last_ones_serve_while_they_cannot_be_read(production: Environment) -> None:
    connection(production)
    known = read_now()
    Environment.objects.filter(pk=production.pk).update(name="elsewhere")

    assert read_now() is known
    destinations.forget()
    with pytest.raises(Refused) as refused:
        read_now()
    assert refused.value.code == "connections_away"


def test_a_tool_context_whose_key_is_gone_refuses_the_call(production: Environment) -> None:
    row = tool_context(production, "support")
    ToolContext.objects.filter(pk=row.pk).update(values={"tenant": "not encrypted by us"})

    with pytest.raises(Refused) as refused:
        read_now().context_of("support")

    assert refused.value.code == "connections_away"
    assert read_now().context_of("another") == {}
