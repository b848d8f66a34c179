"""Publishing needs the connections that tools name."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.releases.connecting import connection
from tests.releases.editing import add_tool
from tests.releases.pages import hidden_fields, publish_address, signed_in, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.accounts.roles import Role
from toolgroups_admin.catalog.executor_names import executor_names
from toolgroups_admin.releases.candidates import draft
from toolgroups_admin.releases.errors import Objected
from toolgroups_admin.releases.models import Environment, Release
from toolgroups_admin.releases.promoting import promote
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.requiring import missing_connections
from toolgroups_admin.releases.rolling_back import roll_back

pytestmark = pytest.mark.django_db

MISSING = "production has no connection “orders”"


def http(name: str = "orders") -> dict[str, Any]:
    return {"kind": "http", "connection": name, "method": "GET", "path": "/"}


@pytest.mark.parametrize("executor", [http(), {"kind": "mcp", "connection": "orders", "tool": "get"}])
@pytest.mark.parametrize("gate", ["off", "warn", "refuse"])
def test_publishing_without_a_named_connection_is_refused_whatever_the_gate(
    production: Environment, executor: dict[str, Any], gate: str
) -> None:
    production.gate = gate
    production.save()
    add_tool("get_order", executor=executor)

    with pytest.raises(Objected, match=MISSING):
        publish(production, by=None)

    assert not Release.objects.exists()


def test_it_is_published_once_the_connection_is_there(production: Environment) -> None:
    add_tool("get_order", executor=http())
    connection(production)

    assert publish(production, by=None).number == 1


def test_a_connection_of_another_environment_does_not_count(production: Environment, staging: Environment) -> None:
    add_tool("get_order", executor=http())
    connection(staging)
    release = publish(staging, by=None)

    with pytest.raises(Objected, match=MISSING):
        promote(production, release=release, by=None)


def test_a_connection_without_its_secret_does_not_count(production: Environment) -> None:
    add_tool("get_order", executor=http())
    connection(production, secret="")

    with pytest.raises(Objected, match="lacks its secret"):
        publish(production, by=None)


def test_rolling_back_is_never_refused_for_it(production: Environment) -> None:
    row = connection(production)
    tool = add_tool("get_order", executor=http())
    first = publish(production, by=None)
    tool.executor = {"kind": "client"}
    add_tool("other")
    publish(production, by=None)
    row.delete()

    roll_back(production, to=first, by=None)

    assert Environment.objects.get(pk=production.pk).release == first


def test_every_connection_is_named_once_with_its_tools(
    production: Environment, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(12):
        add_tool(f"t{number:02}", executor=http("crm" if number else "orders"))
    candidate = draft()

    with django_assert_num_queries(2):
        crm, orders = missing_connections(production, candidate)

    assert (crm.headline, orders.headline) == ("production has no connection “crm”", MISSING)
    assert "The tool “t00” calls through it." in orders.reasons
    assert "“t10”…" in crm.reasons[0]


def test_the_page_says_what_is_missing_and_does_not_publish(browser: Client, production: Environment) -> None:
    add_tool("get_order", executor=http())
    address = publish_address(production)
    asked = browser.get(address)

    answer = browser.post(address, {**hidden_fields(asked), "comment": "c"})

    assert MISSING in words_of(asked)
    assert f"/admin/releases/connection/add/?environment={production.pk}" in asked.content.decode()
    assert "Nothing was published." in words_of(answer)
    assert not Release.objects.exists()


def test_who_may_not_make_a_connection_is_not_led_there(production: Environment) -> None:
    add_tool("get_order", executor=http())
    publisher = User.objects.create(username="pia", is_staff=True)
    publisher.groups.set(Group.objects.filter(name=Role.PUBLISHER))

    page = signed_in(publisher).get(publish_address(production))

    assert MISSING in words_of(page)
    assert "connection/add" not in page.content.decode()


def test_editors_of_tools_are_offered_the_names_of_connections(production: Environment) -> None:
    connection(production, "crm")
    connection(production, "orders")

    assert executor_names()["connection"] == ["crm", "orders"]
