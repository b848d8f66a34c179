"""Seed 001's five examples from end to end: the loop sync, async and streamed, and by hand (§25.1 to §25.4, §25.9).

Through the gateway, whole and streamed, they are in tests/gateway/test_chats.py.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.execution.calling import USER, Bench, Json
from tests.execution.examples import EXAMPLES, Messages
from tests.execution.test_seed_001 import CustomerTools, StockTools, WalletTools
from tests.execution.weather_tools import DateTimeTools, current_weather
from toolgroups_admin.execution import arun_chat, assembled, calls_of, run_chat

Script = Callable[[Messages], Json]
Ended = tuple[str, list[str]]
CONTEXT = {"tenantId": "acme"}


def bench() -> Bench:
    return Bench(StockTools(), WalletTools(), CustomerTools(), DateTimeTools(), current_weather)


def in_sync(script: Script) -> Ended:
    own = bench()
    return ended(run_chat(own.manager, script, [USER], own.tools, CONTEXT))


def in_async(script: Script) -> Ended:
    async def model(messages: Messages) -> Json:
        return script(messages)

    own = bench()
    return ended(asyncio.run(arun_chat(own.manager, model, [USER], own.tools, CONTEXT)))


def streamed(script: Script) -> Ended:
    return in_sync(lambda messages: assembled(deltas(script(messages))))


def by_hand(script: Script) -> Ended:
    own, messages, called = bench(), [USER], []
    said = script(messages)
    while calls_of(said):
        result = own.manager.execute(messages, said, own.tools, CONTEXT)
        messages = [dict(message) for message in result.conversation_history]
        called += [each.name for each in result.results]
        if result.return_direct:
            return "\n".join(each.text for each in result.results), called
        said = script(messages)
    return words_of(said), called


def ended(chat: Any) -> Ended:
    """What the user reads, and which tools were called."""
    text = "\n".join(chat.direct) if chat.direct else words_of(*(m for m in chat.messages if m["role"] == "assistant"))
    return text, [each.name for each in chat.results]


def words_of(*messages: Any) -> str:
    return str(messages[-1]["content"])


def deltas(message: Json) -> Iterator[Json]:
    """A message as a model streams it: texts and arguments in two pieces, those of all calls by turns."""
    calls = message.get("tool_calls") or []
    for half in (0, 1):
        yield {"content": halves(message.get("content") or "")[half]}
        for place, call in enumerate(calls):
            name, arguments = call["function"]["name"], call["function"]["arguments"] or ""
            if half:
                yield {"tool_calls": [{"index": place, "function": {"arguments": halves(arguments)[1]}}]}
            else:
                function = {"name": name, "arguments": halves(arguments)[0]}
                yield {"tool_calls": [{"index": place, "id": call["id"], "function": function}]}


def halves(text: str) -> tuple[str, str]:
    return text[: len(text) // 2], text[len(text) // 2 :]


@pytest.mark.parametrize("manner", [in_sync, in_async, streamed, by_hand])
@pytest.mark.parametrize(("script", "said", "tools"), EXAMPLES)
def test_an_example_ends_in_the_same_in_every_manner(
    manner: Callable[[Script], Ended], script: Script, said: str, tools: list[str]
) -> None:
    text, called = manner(script)

    assert said.endswith(text)  # the gateway says what a model said on its way as well
    assert (bool(text), called) == (True, tools)
