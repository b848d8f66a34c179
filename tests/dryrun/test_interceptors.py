"""Interceptors run in dry runs too, and the page says what they did."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.dryrun.asking import HTMX, PAGE, asked, hits, says, words
from toolgroups_admin.engine import ChatContext, Interceptor, Resolution

Proceed = Callable[[ChatContext], Resolution]

HERE = "tests.dryrun.test_interceptors"


def _finance(context: ChatContext, proceed: Proceed) -> Resolution:
    return proceed(context.with_(attributes={**context.attributes, "department": "finance"}))


def _short_circuit(context: ChatContext, proceed: Proceed) -> Resolution:
    return context.unresolved("closed for today")


def _no_weather(context: ChatContext, proceed: Proceed) -> Resolution:
    return proceed(context).without_tools("get_weather")


def _broken(context: ChatContext, proceed: Proceed) -> Resolution:
    raise RuntimeError("no directory")


finance = Interceptor("directory", _finance)
short_circuit = Interceptor("closing", _short_circuit)
no_weather = Interceptor("weather-ban", _no_weather)
broken = Interceptor("broken", _broken)


@pytest.fixture
def installed(settings: Settings) -> Any:
    def install(name: str) -> None:
        settings.TOOLGROUPS_INTERCEPTORS = [f"{HERE}.{name}"]

    return install


def test_who_set_a_value_is_shown(browser: Client, demo: Any, installed: Any) -> None:
    installed("finance")

    answer = browser.post(PAGE, says("x"), headers=HTMX)

    assert hits(answer.context["page"]) == ["finance", "basic"]
    assert "attributes.department</code> (directory)" in answer.content.decode()


def test_a_short_circuit_is_a_warning_and_no_groups(browser: Client, demo: Any, installed: Any) -> None:
    installed("short_circuit")

    answer = asked(browser, says("天气")).answer

    assert answer is not None
    assert (list(answer.groups), list(answer.tools), answer.prompt_parts) == ([], [], [])
    assert [warning.code for warning in answer.warnings] == ["short_circuited"]


def test_a_tool_that_an_interceptor_took_out_is_withheld(browser: Client, demo: Any, installed: Any) -> None:
    installed("no_weather")

    answer = asked(browser, says("天气")).answer

    assert answer is not None
    assert [(tool.key, tool.why) for tool in answer.withheld] == [
        ("get_weather", "The interceptor “weather-ban” took it out.")
    ]


def test_an_interceptor_that_fails_says_that_a_request_would_fail(browser: Client, demo: Any, installed: Any) -> None:
    installed("broken")

    assert "broken" in words(asked(browser, says("x")), "source")
