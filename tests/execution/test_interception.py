"""Interceptors around each call: permission, cache, mending, audit."""

from typing import Any

import pytest

from tests.execution.calling import USER, Bench, asks, call
from toolgroups_admin.execution import (
    Answer,
    CallInterceptor,
    Proceed,
    ToolCall,
    ToolCallsFailed,
    ToolFailed,
    run_chat,
    tool,
)


@tool
def echo(text: str) -> str:
    return text


def around(*functions: Any) -> Bench:
    return Bench(echo, interceptors=[CallInterceptor(function, order) for order, function in enumerate(functions)])


def test_an_interceptor_may_refuse_with_words_for_the_model() -> None:
    def barred(called: ToolCall, proceed: Proceed) -> Answer:
        return called.refuse("You may not call this")

    def raising(called: ToolCall, proceed: Proceed) -> Answer:
        raise ToolFailed("Nor this")

    for interceptor, text in ((barred, "You may not call this"), (raising, "Nor this")):
        [result] = around(interceptor).execute(call("echo", {"text": "x"})).results
        assert (result.outcome, result.text) == ("refused", text)


def test_an_interceptor_may_answer_from_a_cache() -> None:
    async def cached(called: ToolCall, proceed: Proceed) -> Answer:
        return called.answer("from the cache")

    assert around(cached).texts(call("echo", {"text": "x"})) == ["from the cache"]


def test_an_interceptor_may_mend_arguments_which_are_then_checked() -> None:
    async def mended(called: ToolCall, proceed: Proceed) -> Answer:
        return await proceed(called.with_(arguments={"text": "mended"}))

    async def spoiled(called: ToolCall, proceed: Proceed) -> Answer:
        return await proceed(called.with_(arguments={"text": 1}))

    assert around(mended).texts(call("echo", "{")) == ["mended"]
    assert around(spoiled).outcomes(call("echo", {"text": "x"})) == ["bad_arguments"]


def test_interceptors_run_in_their_order_and_see_the_answer() -> None:
    seen = []

    def audit(name: str) -> Any:
        async def watch(called: ToolCall, proceed: Proceed) -> Answer:
            seen.append(name)
            answer = await proceed(called)
            seen.append(f"{name}: {answer.text}")
            return answer

        return watch

    around(audit("outer"), audit("inner")).execute(call("echo", {"text": "x"}))

    assert seen == ["outer", "inner", "inner: x", "outer: x"]


def test_an_interceptor_may_ask_for_approval_and_the_call_stays_unanswered() -> None:
    def careful(called: ToolCall, proceed: Proceed) -> Any:
        return called.ask_approval("Somebody must approve this") if called.tool.sensitive else proceed(called)

    @tool(sensitive=True)
    def refund() -> None:
        raise AssertionError("called")

    bench = Bench(echo, refund, interceptors=[CallInterceptor(careful)])
    result = bench.execute(call("refund"), call("echo", {"text": "x"}))

    assert [each.name for each in result.unapproved] == ["refund"]
    assert [message["content"] for message in result.answers] == ["x"]
    assert not result.results[0].failed
    assert run_chat(bench.manager, lambda _: asks(call("refund")), [USER], bench.tools).ended_by == "approval"


@pytest.mark.parametrize("answer", [None, "text", ValueError, SystemExit])
def test_a_lost_permission_check_is_no_pass(answer: Any) -> None:
    called = []

    @tool
    def act() -> None:
        called.append("act")

    def check(asked: ToolCall, proceed: Proceed) -> Any:
        if isinstance(answer, type):
            raise answer("the directory is away")
        return answer

    with pytest.raises(ToolCallsFailed):
        Bench(act, interceptors=[CallInterceptor(check)]).execute(call("act"))
    assert called == []
