"""A person tries a tool from its page: it is called for real, and no secret comes back."""

import html
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests.execution.servers import Destination, Says, serving
from tests.releases.connecting import connection, tool_context
from tests.releases.pages import words_of
from tests.traffic.shop import TOOLS
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Tool
from toolgroups_admin.catalog.saving import record
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.models.sealed import seal
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.traffic import destinations
from toolgroups_admin.traffic.models import ToolCall
from toolgroups_admin.traffic.writing import WRITER

CANARY = "canary-6d19"


@pytest.fixture(autouse=True)
def _tools_in_code(settings: Settings, production: Environment) -> Iterator[None]:
    settings.TOOLGROUPS_TOOLS = TOOLS
    destinations.forget()
    yield
    destinations.forget()


@pytest.fixture
def weather(ada: User) -> Tool:
    return made(ada, "weather", parameters={"type": "object", "properties": {"city": {"type": "string"}}})


def made(by: User, function: str, **columns: Any) -> Tool:
    tool = Tool.objects.create(key=function, **{"executor": {"kind": "python", "function": function}, **columns})
    record([tool], by=by)
    return tool


def posted(browser: Client, tool: Tool, **typed: str) -> Any:
    return browser.post(reverse("traffic:try", args=[tool.pk]), {"environment": "production", **typed})


def test_the_page_calls_the_tool_and_shows_what_came_back(browser: Client, weather: Tool, ada: User) -> None:
    form = words_of(browser.get(reverse("traffic:try", args=[weather.pk])))

    page = words_of(posted(browser, weather, **{"argument:city": "Paris"}))
    [call] = WRITER._waiting

    assert "city" in form
    assert "rain in Paris" in page
    assert '"city": "Paris"' in page
    assert isinstance(call, ToolCall)
    assert (call.tool, call.by_id, call.outcome, call.key_id) == ("weather", ada.pk, "ok", None)


def test_the_page_of_a_tool_leads_there(browser: Client, weather: Tool) -> None:
    page = browser.get(reverse("admin:catalog_tool_change", args=[weather.pk])).content.decode()

    assert reverse("traffic:try", args=[weather.pk]) in page


def test_arguments_that_do_not_fit_and_failures_are_shown(browser: Client, weather: Tool, ada: User) -> None:
    assert "arguments did not fit" in words_of(posted(browser, weather))
    assert "out of order" in words_of(posted(browser, made(ada, "broken")))


def test_a_sensitive_tool_asks_first(browser: Client, ada: User) -> None:
    refund = made(ada, "refund", sensitive=True, parameters={"properties": {"order": {"type": "string"}}})

    asked = words_of(posted(browser, refund, **{"argument:order": "AF1"}))
    done = words_of(posted(browser, refund, **{"argument:order": "AF1", "confirmed": "on"}))

    assert "refunded" not in asked
    assert "refunded AF1" in done


def test_where_two_people_publish_only_what_is_live_is_called(
    browser: Client, weather: Tool, ada: User, production: Environment
) -> None:
    Environment.objects.update(four_eyes=True)
    refused = words_of(posted(browser, weather, **{"argument:city": "Oslo"}))
    Environment.objects.update(four_eyes=False)
    publish(production, by=ada)
    Environment.objects.update(four_eyes=True)

    assert "Two people publish there" in refused
    assert "rain in Oslo" in words_of(posted(browser, weather, **{"argument:city": "Oslo"}))


def test_of_a_tool_that_the_caller_runs_the_call_is_shown_and_nothing_is_called(
    browser: Client, ada: User, weather: Tool
) -> None:
    own = made(ada, "own", executor={"kind": "client"}, parameters=weather.parameters)

    words = words_of(browser.get(reverse("traffic:try", args=[own.pk])))
    called = words_of(posted(browser, own, **{"argument:city": "Oslo"}))

    assert "The program that chats runs this tool" in words
    assert "Its connections are used" not in words
    assert "left to the caller" in called
    assert json.dumps('{"city": "Oslo"}') in called
    assert not WRITER._waiting


def test_who_may_not_try_is_refused(weather: Tool) -> None:
    auditor = User.objects.create(username="eve", is_staff=True)
    client = Client()
    client.force_login(auditor)

    assert posted(client, weather).status_code == 403


def echo(asked: Any) -> Says:
    return Says({"you": asked.headers["authorization"], "tenant": asked.path})


@pytest.fixture
def shop(production: Environment) -> Iterator[Destination]:
    with serving(echo) as destination:
        production.allow_list = destination.allowed
        production.save()
        secrets: dict[str, Any] = {
            "secret": seal(f"{CANARY}-bearer"),
            "headers": {"X-Tenant": seal(f"{CANARY}-header")},
        }
        connection(production, url=destination.url, **secrets)
        tool_context(production, "support", tenant=f"{CANARY}-context")
        yield destination


def test_no_secret_is_on_the_page(browser: Client, ada: User, shop: Destination) -> None:
    """Field case 30."""
    http = {"kind": "http", "connection": "orders", "method": "GET", "path": "/o", "context_keys": ["tenant"]}
    parameters = {"type": "object", "properties": {"tenant": {"type": "string"}}}
    tool = made(ada, "orders", executor={**http, "arguments": {"tenant": "query"}}, parameters=parameters)

    page = html.unescape(posted(browser, tool, prompt="support").content.decode())

    [asked] = shop.asked
    assert f"tenant={CANARY}-context" in asked.path
    assert asked.headers["authorization"] == f"Bearer {CANARY}-bearer"
    assert CANARY not in page
    assert '"Authorization": "Bearer ******"' in page
