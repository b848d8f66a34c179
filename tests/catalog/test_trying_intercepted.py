"""Trying a rule with the interceptors that run around requests."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from tests.catalog.building import contains
from tests.catalog.test_trying import ask, tried
from toolgroups_admin.catalog.interceptors import register_interceptors, withdraw_interceptors
from toolgroups_admin.engine import Interceptor
from toolgroups_admin.engine.interceptors import InterceptorFunction

FINANCE = {"kind": "condition", "field": "attributes.department", "op": "equals", "value": "finance"}
Runs = Callable[[InterceptorFunction], None]


@pytest.fixture
def runs(db: Any) -> Iterator[Runs]:
    """Has a function run around each trial of the test."""
    there: list[Interceptor] = []

    def source() -> list[Interceptor]:
        return there

    register_interceptors(source)
    yield lambda function: there.append(Interceptor("directory", function))
    withdraw_interceptors(source)


def in_finance(context: Any, proceed: Any) -> Any:
    assert context.preview
    return proceed(context.with_(attributes={**context.attributes, "department": "finance"}))


def test_a_rule_sees_what_interceptors_set_and_who_set_it_is_told(runs: Runs) -> None:
    runs(in_finance)

    trial = tried(FINANCE, preview=True)

    assert trial.verdict == "hit"
    assert trial.set_by == {"attributes.department": "directory"}


def test_the_interceptors_are_those_of_the_settings(db: Any, settings: Any) -> None:
    settings.TOOLGROUPS_INTERCEPTORS = [f"{__name__}.in_finance"]

    assert tried(FINANCE, preview=True).set_by == {"attributes.department": f"{__name__}.in_finance"}


def test_the_page_is_told_who_set_what(browser: Client, runs: Runs) -> None:
    runs(in_finance)

    answer = ask(browser, rule='{"kind": "always"}').json()

    assert (answer["set_by"], answer["note"]) == ([["attributes.department", "directory"]], "")


def test_a_request_that_an_interceptor_ends_is_judged_by_no_rule(runs: Runs) -> None:
    runs(lambda context, proceed: context.unresolved("the account is closed"))

    trial = tried(FINANCE)

    assert (trial.verdict, trial.nodes) == (None, ())
    assert trial.note == "An interceptor ends the request before any rule is judged: the account is closed"


def test_an_interceptor_that_fails_is_named(runs: Runs) -> None:
    runs(lambda context, proceed: proceed(context.with_(now="never")))

    trial = tried(FINANCE)

    assert trial.verdict is None
    assert trial.note.startswith("The interceptor “directory” failed, so a request would fail too: ")


def test_what_is_no_part_of_a_trial_is_left_out_and_named(runs: Runs) -> None:
    runs(lambda context, proceed: proceed(context.with_(groups=("weather",))))

    trial = tried(contains("rain"), "rain?")

    assert trial.verdict == "hit"
    assert "“weather” is no part of this trial" in trial.note


def test_a_chat_that_names_tools_is_judged_without_them(db: Any) -> None:
    trial = tried(contains("rain"), "rain?", tools=("unknown",))

    assert (trial.verdict, "“unknown”" in trial.note) == ("hit", True)


def test_no_message_is_marked_where_interceptors_put_others(browser: Client, runs: Runs) -> None:
    runs(lambda context, proceed: proceed(context.with_(messages=({"role": "user", "content": "rain"},) * 3)))

    answer = ask(browser, rule='{"kind": "prompt_contains", "keywords": ["rain"]}').json()

    assert answer["nodes"]["$"]["verdict"] == "true"
    assert answer["nodes"]["$"]["spans"] == []
