"""The loop: until an answer, a direct result, a client tool, a limit or the end of time; sync and async alike."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from tests.execution.calling import USER, Bench, Json, asks, call, client_tool
from toolgroups_admin.execution import Chat, Limits, ToolCallsFailed, arun_chat, run_chat, tool

ANSWER: Json = {"role": "assistant", "content": "It is done."}


@tool
def step(number: int) -> int:
    return number + 1


@tool(return_direct=True)
def customer() -> str:
    return "the customer's record"


class Script:
    """A model that says its lines, the last one again and again, and remembers what it was asked."""

    def __init__(self, *lines: Json) -> None:
        self.lines = list(lines)
        self.asked: list[Sequence[Any]] = []

    def __call__(self, messages: Sequence[Any]) -> Json:
        self.asked.append(messages)
        return self.lines[min(len(self.asked), len(self.lines)) - 1]

    async def later(self, messages: Sequence[Any]) -> Json:
        return self(messages)


def chats(bench: Bench, *lines: Json, **options: Any) -> list[Chat]:
    """The same script once in each manner."""
    sync = run_chat(bench.manager, Script(*lines), [USER], bench.tools, **options)
    return [sync, asyncio.run(arun_chat(bench.manager, Script(*lines).later, [USER], bench.tools, **options))]


def test_the_model_is_asked_until_it_answers() -> None:
    for chat in chats(Bench(step), asks(call("step", {"number": 1})), asks(call("step", {"number": 2})), ANSWER):
        assert chat.ended_by == "answer"
        assert [message["role"] for message in chat.messages] == ["user", *("assistant", "tool") * 2, "assistant"]
        assert [result.text for result in chat.results] == ["2", "3"]


def test_a_script_gives_the_same_messages_in_both_manners() -> None:
    sync, asynchronous = chats(Bench(step), asks(call("step", {"number": 1}), call("step", "{", "b")), ANSWER)

    assert sync.messages == asynchronous.messages


def test_a_direct_result_ends_it() -> None:
    for chat in chats(Bench(customer), asks(call("customer")), ANSWER):
        assert (chat.ended_by, chat.direct) == ("return_direct", ("the customer's record",))


def test_a_client_tool_is_handed_to_the_caller() -> None:
    for chat in chats(
        Bench(step, tools=[client_tool("browse")]), asks(call("step", {"number": 1}), call("browse")), ANSWER
    ):
        assert (chat.ended_by, [each.name for each in chat.pending]) == ("client_tool", ["browse"])
        assert chat.messages[-1]["content"] == "2"


def test_a_model_that_does_not_stop_is_told_once_and_stopped() -> None:
    for chat in chats(Bench(step, limits=Limits(per_tool=3)), asks(call("step", {"number": 1}))):
        assert chat.ended_by == "limit"
        assert [each.outcome for each in chat.results] == ["ok"] * 3 + ["limit_reached"] * 2


def test_a_model_that_minds_the_limit_may_answer() -> None:
    lines = [asks(call("step", {"number": 1}))] * 2
    for chat in chats(Bench(step, limits=Limits(per_tool=1)), *lines, ANSWER):
        assert chat.ended_by == "answer"


def test_it_ends_with_its_time() -> None:
    async def slow(messages: Sequence[Any]) -> Json:
        await asyncio.sleep(10)
        return ANSWER

    chat = asyncio.run(arun_chat(Bench(step).manager, slow, [USER], [], seconds=0.05))

    assert (chat.ended_by, chat.messages) == ("timeout", (USER,))
    assert run_chat(Bench(step).manager, Script(ANSWER), [USER], [], seconds=0.0).ended_by == "timeout"


def test_an_error_for_the_caller_leaves_the_loop() -> None:
    @tool
    def failing() -> None:
        raise OSError("no disk")

    bench = Bench(failing)
    with pytest.raises(ToolCallsFailed):
        run_chat(bench.manager, Script(asks(call("failing"))), [USER], bench.tools)


def test_many_chats_at_once_lose_nothing() -> None:
    """200 conversations over the one loop."""
    bench = Bench(step)

    async def chat(number: int) -> list[str]:
        script = Script(*(asks(call("step", {"number": number}, f"{number}-{turn}")) for turn in range(2)), ANSWER)
        ended = await arun_chat(bench.manager, script.later, [USER], bench.tools)
        return [result.text for result in ended.results]

    async def all_chats() -> list[list[str]]:
        return await asyncio.gather(*(chat(number) for number in range(200)))

    assert asyncio.run(all_chats()) == [[f"{number + 1}"] * 2 for number in range(200)]
