"""Calls are made for who shows the token of a resolve, and only those."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.engine.building import document, group, tool
from tests.execution.servers import Says, serving
from tests.releases.connecting import connection, tool_context
from tests.traffic.shop import KEY, TOOLS, asks, body, call, python_tool, refunds, sensitive, state_with, token
from toolgroups_admin.engine import InvalidContext, compile_catalog
from toolgroups_admin.releases.live import LiveKey, LiveRelease, State
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.models.sealed import seal
from toolgroups_admin.releases.permitting import Refused
from toolgroups_admin.traffic import destinations
from toolgroups_admin.traffic.calling import CallsFailed, prepare_calls
from toolgroups_admin.traffic.models import ToolCall
from toolgroups_admin.traffic.writing import WRITER

Json = dict[str, Any]
CANARY = "canary-2e80"


@pytest.fixture(autouse=True)
def _tools_in_code(settings: Settings, production: Environment) -> None:
    settings.TOOLGROUPS_TOOLS = TOOLS
    destinations.forget()
    refunds.clear()


def made(state: State, posted: Json, key: LiveKey = KEY) -> Json:
    return asyncio.run(prepare_calls(key, posted, state=state).run()).document()


def refused(state: State, posted: Json, key: LiveKey = KEY) -> str:
    with pytest.raises(Refused) as found:
        prepare_calls(key, posted, state=state)
    return found.value.code


def test_all_calls_are_answered_in_order_in_the_shape_of_the_message() -> None:
    state = state_with()
    calls = [call("weather", "c1", city="Paris"), call("customer", "c2", number=7)]

    answer = made(state, body(state, calls, tool_context={"tenant": "acme"}))

    assert answer["tool_messages"] == [
        {"role": "tool", "tool_call_id": "c1", "content": "rain in Paris"},
        {"role": "tool", "tool_call_id": "c2", "content": '{"number":7,"known":true}'},
    ]
    assert [each["outcome"] for each in answer["results"]] == ["ok", "ok"]
    assert answer["history"][-3:] == [asks(*calls), *answer["tool_messages"]]
    assert (answer["return_direct"], answer["release"]["number"]) == (False, 3)


@pytest.mark.parametrize(
    ("message", "answered"),
    [
        (
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "a", "name": "weather", "input": {"city": "B"}}],
            },
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "rain in B"}]},
        ),
        (
            {"role": "model", "parts": [{"functionCall": {"name": "weather", "args": {"city": "B"}}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "weather", "response": {"result": "rain in B"}}}]},
        ),
    ],
)
def test_the_shapes_of_other_providers_come_back(message: Json, answered: Json) -> None:
    state = state_with()

    assert made(state, body(state, [], assistant_message=message))["tool_messages"] == [answered]


def test_the_tool_context_of_the_environment_stands_unless_the_request_says_otherwise(production: Environment) -> None:
    tool_context(production, "p", tenant="acme")
    state = state_with()
    calls = [call("customer", number=1)]

    own = made(state, body(state, calls))
    other = made(state, body(state, calls, tool_context={"tenant": "evil"}))

    assert '"known":true' in own["results"][0]["text"]
    assert '"known":false' in other["results"][0]["text"]


def test_a_tool_that_was_not_resolved_is_an_error_for_the_model_and_the_rest_goes_on() -> None:
    state = state_with()

    answer = made(state, body(state, [call("drop_tables", "c1"), call("weather", "c2", city="Oslo")]))

    assert [each["outcome"] for each in answer["results"]] == ["unknown_tool", "ok"]
    assert "weather" not in answer["results"][0]["text"]


def test_a_tool_of_the_caller_is_left_to_the_caller_until_its_result_is_sent() -> None:
    state = state_with()
    calls = [call("mine", "c1"), call("weather", "c2", city="Oslo")]

    first = made(state, body(state, calls))
    second = made(state, body(state, calls, results={"c1": "done", "c2": "rain, as before"}))

    assert [each["outcome"] for each in first["results"]] == ["pending", "ok"]
    assert [each["content"] for each in second["tool_messages"]] == ["done", "rain, as before"]


def test_return_direct_holds_when_every_tool_is_so() -> None:
    state = state_with(python_tool("weather", return_direct=True))

    assert made(state, body(state, [call("weather", city="Oslo")]))["return_direct"]


def test_errors_go_to_the_model_or_are_raised_with_what_finished() -> None:
    state = state_with()
    calls = [call("broken", "c1"), call("weather", "c2", city="Oslo")]

    told = made(state, body(state, calls))
    with pytest.raises(CallsFailed) as raised:
        made(state, body(state, calls, throw_on_tool_error=True))

    kept = raised.value.answer.document()
    assert [each["text"] for each in told["results"]] == ["out of order", "rain in Oslo"]
    assert [each["outcome"] for each in kept["results"]] == ["tool_failed", "ok"]


def test_a_sensitive_call_waits_for_an_approval_that_is_spent_once() -> None:
    state = state_with()
    calls, shown = [call("refund", order="AF1")], token(state)

    waiting = made(state, body(state, calls, tool_token=shown))["results"][0]
    approved = body(state, calls, tool_token=shown, approvals={"c1": waiting["approval"]})
    done = made(state, approved)["results"][0]

    assert (waiting["outcome"], done["outcome"], refunds) == ("approval_required", "ok", ["AF1"])
    assert refused(state, approved) == "approval_not_valid"
    assert refunds == ["AF1"]


def test_an_approval_holds_for_its_decision_call_and_arguments_only() -> None:
    state, first = state_with(sensitive()), [call("refund", order="AF1")]
    shown = token(state)
    approval = made(state, body(state, first, tool_token=shown))["results"][0]["approval"]
    others = {
        "other arguments": ([call("refund", order="AF2")], shown, "c1"),
        "another call": ([call("refund", "c2", order="AF1")], shown, "c2"),
        "another decision": (first, token(state), "c1"),
        "no call of the message": (first, shown, "c9"),
    }

    codes = {
        name: refused(state, body(state, calls, tool_token=owner, approvals={id: approval}))
        for name, (calls, owner, id) in others.items()
    }

    assert set(codes.values()) == {"approval_not_valid"}
    assert refunds == []


@pytest.mark.parametrize("off", ["tool:weather", "group:g"])
def test_a_called_tool_that_was_switched_off_since_is_refused(off: str) -> None:
    catalog = compile_catalog(document(group("g", python_tool("weather"))))
    live = LiveRelease("production", 3, catalog.digest, catalog)
    before, after = (State(releases={"production": it}) for it in (live, live.with_switches(frozenset({off}))))

    assert refused(after, body(before, [call("weather", city="Oslo")])) == "tool_switched_off"
    assert made(after, body(before, []))["results"] == []


def test_a_token_opens_nothing_to_another_key() -> None:
    state = state_with()
    posted = body(state, [call("weather", city="Oslo")])

    assert refused(state, posted, replace(KEY, id=2)) == "tool_token_not_valid"
    assert refused(state, posted, replace(KEY, scopes=frozenset({"resolve"}))) == "scope_missing"
    assert refused(state, posted, replace(KEY, prompts=frozenset({"q"}))) == "prompt_not_allowed"


def test_everything_that_is_wrong_is_said_at_once_and_no_value_repeated() -> None:
    posted = {"messages": [1], "tool_context": [CANARY], "approvals": {"c1": 1}, "zebra": CANARY}

    with pytest.raises(InvalidContext) as found:
        prepare_calls(KEY, posted, state=state_with())

    assert {fault.path for fault in found.value.faults} == {
        *("$.messages", "$.tool_context", "$.approvals", "$.zebra", "$.tool_token", "$.assistant_message")
    }
    assert CANARY not in str(found.value.faults)


def test_a_secret_reaches_the_tool_and_nothing_else(production: Environment, caplog: pytest.LogCaptureFixture) -> None:
    """Field case 30: a canary in a tool context, a header, a bearer token and the API key's tool token."""
    http = {"kind": "http", "connection": "orders", "method": "GET", "path": "/orders", "context_keys": ["tenant"]}
    with serving(lambda asked: Says({"seen": asked.headers["authorization"], "tenant": "…"})) as shop:
        production.allow_list = shop.allowed
        production.save()
        connection(
            production, url=shop.url, secret=seal(f"{CANARY}-bearer"), headers={"X-Tenant": seal(f"{CANARY}-header")}
        )
        parameters = {"type": "object", "properties": {"tenant": {"type": "string"}}}
        state = state_with(tool("orders", executor={**http, "arguments": {"tenant": "query"}}, parameters=parameters))
        with caplog.at_level(logging.DEBUG):
            answer = made(
                state, body(state, [call("orders", tenant="evil")], tool_context={"tenant": f"{CANARY}-context"})
            )

    [asked], [row] = shop.asked, WRITER._waiting
    assert isinstance(row, ToolCall)
    assert (asked.headers["authorization"], asked.headers["x-tenant"]) == (
        f"Bearer {CANARY}-bearer",
        f"{CANARY}-header",
    )
    assert f"tenant={CANARY}-context" in asked.path
    assert (row.outcome, row.executor, row.tool) == ("ok", "http", "orders")
    for place in (str(answer), caplog.text, str(vars(row))):
        assert CANARY not in place
