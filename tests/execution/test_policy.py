"""Errors, return-direct, limits, time-outs, retries (contracts 13, 15, 16; seed 001 §25.3, §25.7)."""

import asyncio
import threading
import time
from typing import Any

import pytest
from environ import Env

from tests.execution.calling import USER, Bench, Json, asks, call
from toolgroups_admin.execution import (
    ErrorPolicy,
    Limits,
    ToolCall,
    ToolCallsFailed,
    TurnLimitReached,
    tool,
)
from toolgroups_admin.execution.policy import policy_of


@tool(return_direct=True)
def customer(id: int) -> dict[str, int]:
    return {"id": id}


@tool(return_direct=True)
def invoice(id: int) -> dict[str, int]:
    if id < 0:
        raise ValueError("there is no such invoice")
    return {"id": id}


@tool
def echo(text: str = "") -> str:
    return text


@tool
def broken() -> None:
    raise ValueError("it is broken")


@tool
def on_fire() -> None:
    raise OSError("disk on fire")


def test_two_return_direct_tools_go_to_the_user() -> None:
    """Field case 26."""
    assert Bench(customer, invoice).execute(call("customer", {"id": 1}), call("invoice", {"id": 2})).return_direct


def test_one_direct_and_one_not_go_to_the_model() -> None:
    """Field case 26."""
    assert not Bench(customer, echo).execute(call("customer", {"id": 1}), call("echo")).return_direct


@pytest.mark.parametrize("arguments", [{"id": -1}, {"id": "one"}, {}])
def test_a_direct_one_that_fails_goes_to_the_model(arguments: Json) -> None:
    """Field case 26."""
    assert not Bench(customer, invoice).execute(call("customer", {"id": 1}), call("invoice", arguments)).return_direct


def test_an_exception_becomes_text_for_the_model() -> None:
    assert Bench(broken).texts(call("broken")) == ["it is broken"]


@pytest.mark.parametrize("error", [OSError("no disk"), ConnectionError("no line"), MemoryError(), TimeoutError()])
def test_what_the_machine_fails_at_goes_to_the_caller_with_all_that_finished(error: BaseException) -> None:
    @tool
    def failing() -> None:
        raise error

    with pytest.raises(ToolCallsFailed) as failed:
        Bench(failing, echo).execute(call("failing"), call("echo", {"text": "finished"}))

    assert failed.value.__cause__ is error
    assert [each.name for each in failed.value.failures] == ["failing"]
    assert [each.outcome for each in failed.value.result.results] == ["tool_failed", "ok"]
    assert failed.value.result.answers[1]["content"] == "finished"


def test_all_errors_go_to_the_caller_when_the_policy_says_so_and_the_request_wins() -> None:
    throwing = Bench(broken, echo, policy=ErrorPolicy(throw_on_tool_error=True))

    with pytest.raises(ToolCallsFailed):
        throwing.execute(call("broken"))
    with pytest.raises(ToolCallsFailed):
        Bench(broken).execute(call("broken"), throw_on_tool_error=True)
    assert throwing.texts(call("broken"), throw_on_tool_error=False) == ["it is broken"]


def test_the_models_own_mistakes_are_told_to_the_model_whatever_the_policy() -> None:
    throwing = Bench(echo, policy=ErrorPolicy(throw_on_tool_error=True))

    assert throwing.outcomes(call("no_such"), call("echo", "{")) == ["unknown_tool", "bad_arguments"]


def test_a_processor_in_code_decides() -> None:
    def processor(failed: ToolCall, error: BaseException) -> str:
        if isinstance(error, ValueError):
            raise RuntimeError("to the caller") from error
        return f"{failed.sent_as}: {error}"

    bench = Bench(broken, on_fire, policy=ErrorPolicy(processor=processor))

    assert bench.texts(call("on_fire")) == ["on_fire: disk on fire"]
    with pytest.raises(ToolCallsFailed):
        bench.execute(call("broken"))


class Untellable(BaseException):
    """No `Exception`, and it cannot be told."""

    def __str__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    "error", [SystemExit("bye"), KeyboardInterrupt(), Untellable(), StopIteration(), GeneratorExit()]
)
def test_whatever_a_tool_raises_the_loop_lives(error: BaseException) -> None:
    @tool
    def leaving() -> None:
        raise error

    @tool
    async def leaving_too() -> None:
        raise error

    outcomes = Bench(leaving, leaving_too, echo).outcomes(call("leaving"), call("leaving_too"), call("echo"))

    assert outcomes[2] == "ok"
    assert set(outcomes[:2]) <= {"tool_failed", "cancelled"}


def made(name: str, times: int) -> list[Json]:
    return [message for place in range(times) for message in _exchange(name, f"{name}-{place}")]


def _exchange(name: str, id: str) -> list[Json]:
    return [asks(call(name, id=id)), {"role": "tool", "tool_call_id": id, "content": ""}]


def test_a_tool_may_be_called_so_often_in_a_turn_and_the_next_call_is_told() -> None:
    bench = Bench(echo, customer, limits=Limits(per_tool=3))

    result = bench.execute(
        call("echo", id="a"), call("echo", id="b"), call("customer", {"id": 1}), messages=[USER, *made("echo", 2)]
    )

    assert [each.outcome for each in result.results] == ["ok", "limit_reached", "ok"]
    assert "3 times" in result.results[1].text


def test_all_calls_of_a_turn_are_counted_together() -> None:
    bench = Bench(echo, limits=Limits(in_all=4))

    assert bench.outcomes(call("echo"), messages=[USER, *made("a", 2), *made("b", 1)]) == ["ok"]
    assert bench.outcomes(call("echo"), messages=[USER, *made("a", 2), *made("b", 2)]) == ["limit_reached"]


def test_what_a_user_says_begins_a_new_turn() -> None:
    bench = Bench(echo, limits=Limits(per_tool=1))

    assert bench.outcomes(call("echo"), messages=[USER, *made("echo", 5), USER]) == ["ok"]


def test_a_breach_may_raise_and_keeps_what_finished() -> None:
    bench = Bench(echo, limits=Limits(per_tool=1, on_breach="raise"))

    with pytest.raises(TurnLimitReached) as reached:
        bench.execute(call("echo", {"text": "kept"}, "a"), call("echo", id="b"))

    assert [each.outcome for each in reached.value.result.results] == ["ok", "limit_reached"]
    assert reached.value.result.results[0].text == "kept"


def test_the_limits_on_by_default_are_those_of_the_contract() -> None:
    assert (Limits().per_tool, Limits().in_all) == (40, 150)


def test_a_tool_that_takes_too_long_is_an_error_result() -> None:
    is_over = threading.Event()

    @tool(timeout=0.05)
    def stuck() -> None:
        is_over.wait(5)

    @tool(timeout=0.05)
    async def stuck_too() -> None:
        await asyncio.sleep(5)

    started = time.perf_counter()
    outcomes = Bench(stuck, stuck_too).outcomes(call("stuck"), call("stuck_too"))
    is_over.set()

    assert outcomes == ["timed_out", "timed_out"]
    assert time.perf_counter() - started < 3


def test_only_an_idempotent_tool_is_tried_again() -> None:
    tried: list[str] = []

    def flaky(name: str) -> Any:
        tried.append(name)
        if tried.count(name) < 3:
            raise ConnectionError("hiccup")
        return "at last"

    @tool(idempotent=True)
    def again() -> Any:
        return flaky("again")

    @tool
    def once() -> Any:
        return flaky("once")

    assert Bench(again).texts(call("again")) == ["at last"]
    with pytest.raises(ToolCallsFailed):
        Bench(once).execute(call("once"))
    assert tried == ["again"] * 3 + ["once"]


@pytest.mark.parametrize(
    ("said", "throws"), [("true", True), (" Yes", True), ("1", True), ("false", False), ("", False), ("0", False)]
)
def test_a_manager_without_a_policy_has_that_of_the_environment(said: str, throws: bool) -> None:
    """One variable for managers in code, the API and the gateway; Django's settings read it alike."""
    environment = {"TOOLGROUPS_THROW_ON_TOOL_ERROR": said}

    assert policy_of(environment).throw_on_tool_error is throws
    assert Env.parse_value(said.strip(), bool) is throws
