"""Seed 001's examples through the gateway, by the official client unchanged: whole, streamed, and by hand."""

import asyncio
import json
import logging
from typing import Any

import anyio
import httpx2
import openai
import pytest

from tests.execution.calling import USER, Json, asks, call
from tests.execution.examples import ANSWER, EXAMPLES, WEATHER, Messages, cities, customer, known, wallet
from tests.gateway.chatting import CANARY, Desk, client
from tests.gateway.models import USAGE, Model
from toolgroups_admin.gateway.chats import begun
from toolgroups_admin.gateway.reading import read_request
from toolgroups_admin.gateway.streaming import opened_stream
from toolgroups_admin.gateway.upstream import close_clients
from toolgroups_admin.traffic.writing import WRITER

pytestmark = pytest.mark.with_redis  # what was done before a call is handed over lies in the cache
SAID: list[Any] = [USER]


OWN: Json = {"tool_context": {"tenantId": "acme"}, "history": True}


def completed(chatter: openai.OpenAI, **members: Any) -> Json:
    own = {"toolgroups": OWN} | members.pop("extra_body", {})
    whole = {"model": "m", "messages": SAID, **members}
    found: Json = chatter.chat.completions.create(extra_body=own, **whole).to_dict()
    return found


@pytest.mark.parametrize(("script", "text", "tools"), EXAMPLES)
def test_whole_and_streamed_end_in_the_same_message(
    model: Model, chatter: openai.OpenAI, script: Any, text: str, tools: list[str]
) -> None:
    model.script = script

    whole = completed(chatter)
    with chatter.chat.completions.stream(model="m", messages=SAID, extra_body={"toolgroups": OWN}) as stream:
        last: Any = [event.chunk for event in stream if event.type == "chunk"][-1].to_dict()
        streamed = stream.get_final_completion()

    assert whole["choices"][0]["message"]["content"] == text
    assert streamed.choices[0].message.content == text
    assert streamed.choices[0].finish_reason == whole["choices"][0]["finish_reason"] == "stop"
    assert [each["name"] for each in whole["toolgroups"]["tool_calls"]] == tools
    assert last["toolgroups"]["messages"] == whole["toolgroups"]["messages"]


@pytest.mark.usefixtures("desk")
def test_a_loop_by_hand_ends_in_the_same_way(model: Model, url: str) -> None:
    """The caller has every tool of its own, and runs what it is handed."""
    model.script = lambda messages: asks(call("mine", {"x": 1})) if not known(messages) else ANSWER
    mine: Any = {"type": "function", "function": {"name": "mine", "parameters": {"type": "object", "properties": {}}}}
    messages: list[Any] = [*SAID]

    with client(url) as chatter:
        choice = chatter.chat.completions.create(model="m", messages=messages, tools=[mine]).choices[0]
        assert choice.finish_reason == "tool_calls"
        assert choice.message.tool_calls
        [handed] = choice.message.tool_calls
        messages += [choice.message, {"role": "tool", "tool_call_id": handed.id, "content": "done"}]
        last = chatter.chat.completions.create(model="m", messages=messages, tools=[mine]).choices[0]

    assert (last.finish_reason, last.message.content) == ("stop", "So it is.")


def test_what_was_done_before_a_call_was_handed_over_is_not_done_again(model: Model, chatter: openai.OpenAI) -> None:
    def script(messages: Messages) -> Json:
        found = known(messages)
        return ANSWER if len(found) > 1 else asks(call("number_of_shares"), call("ask_user"))

    model.script = script
    messages: list[Any] = [*SAID]
    with chatter.chat.completions.stream(model="m", messages=messages) as stream:
        handed = stream.get_final_completion().choices[0].message
    assert handed.tool_calls
    assert [each.function.name for each in handed.tool_calls] == ["ask_user"]
    messages += [
        {"role": "assistant", "tool_calls": [each.to_dict() for each in handed.tool_calls]},
        {"role": "tool", "tool_call_id": handed.tool_calls[0].id, "content": "yes"},
    ]

    whole = completed(chatter, messages=messages)

    assert whole["choices"][0]["message"]["content"] == "So it is."
    assert known(model.bodies[-1]["messages"]) == ['{"AAPL":2,"NVDA":3}', "yes"]
    assert whole["toolgroups"]["tool_calls"] == []


def test_a_model_that_gives_one_id_to_calls_of_two_rounds_is_understood(model: Model, chatter: openai.OpenAI) -> None:
    def script(messages: Messages) -> Json:
        rounds = [call("number_of_shares", None, "call_0"), call("ask_user", None, "call_0")]
        return ANSWER if len(known(messages)) > 1 else asks(rounds[len(known(messages))])

    model.script = script
    handed = completed(chatter)["choices"][0]["message"]["tool_calls"]
    back = {"role": "tool", "tool_call_id": handed[0]["id"], "content": "yes"}

    completed(chatter, messages=[*SAID, {"role": "assistant", "tool_calls": handed}, back])

    first, answer, second, last = model.bodies[-1]["messages"][2:]
    assert first["tool_calls"][0]["id"] == answer["tool_call_id"] == "call_0"
    assert second["tool_calls"][0]["id"] == last["tool_call_id"] == handed[0]["id"]


def test_the_model_gets_the_resolved_request_and_what_else_the_caller_said(
    model: Model, chatter: openai.OpenAI
) -> None:
    model.script = lambda messages: ANSWER

    completed(chatter, temperature=0.5, extra_body={"top_k": 3, "metadata": {"ticket": "7", "account_id": "a"}})

    [body] = model.bodies
    assert body["messages"][0] == {"role": "system", "content": "You help.\n\nUse tools."}
    assert "never" not in [tool["function"]["name"] for tool in body["tools"]]
    assert (body["temperature"], body["top_k"], body["metadata"]) == (0.5, 3, {"ticket": "7"})
    assert "toolgroups" not in body
    assert model.place.asked[0].headers["authorization"] == f"Bearer {CANARY}"


def test_usage_is_added_up(model: Model, chatter: openai.OpenAI) -> None:
    model.script = cities

    usage = completed(chatter)["usage"]
    chunks = list(
        chatter.chat.completions.create(
            model="m",
            messages=SAID,
            stream=True,
            stream_options={"include_usage": True},
        )
    )

    assert (usage["total_tokens"], usage["prompt_tokens_details"]) == (30, {"cached_tokens": 4})
    assert chunks[-1].usage
    assert chunks[-1].usage.total_tokens == 2 * USAGE["total_tokens"]  # type: ignore[operator]


def test_a_groups_tool_takes_the_place_of_the_callers_and_a_warning_says_so(
    model: Model, chatter: openai.OpenAI
) -> None:
    model.script = wallet
    mine: Any = {"type": "function", "function": {"name": "stock_price", "description": "Mine."}}

    raw = chatter.chat.completions.with_raw_response.create(model="m", messages=SAID, tools=[mine])

    assert raw.headers["x-toolgroups-warnings"] == "request_tool_replaced"
    assert "$700.0" in (raw.parse().choices[0].message.content or "")


@pytest.mark.usefixtures("desk")
def test_the_async_client_talks_to_it_too(model: Model, url: str) -> None:
    model.script = cities

    async def chat() -> str:
        async with openai.AsyncOpenAI(api_key="chatter", base_url=url) as chatter:
            whole = await chatter.chat.completions.create(model="m", messages=SAID)
            stream: Any = await chatter.chat.completions.create(model="m", messages=SAID, stream=True)
            text = "".join([chunk.choices[0].delta.content or "" async for chunk in stream])
        assert text == whole.choices[0].message.content
        return text

    assert anyio.run(chat) == f"{WEATHER} and {WEATHER}"


@pytest.mark.usefixtures("chatter")
def test_tool_phases_are_comments_of_the_stream(model: Model, url: str) -> None:
    model.script = cities
    body = {"model": "", "messages": SAID, "stream": True}

    said = httpx2.post(f"{url}/chat/completions", json=body, headers={"Authorization": "Bearer chatter"}).text

    assert ": calling currentWeather, currentWeather\n\n: tools answered\n\n" in said
    assert said.endswith("data: [DONE]\n\n")


def test_a_forced_call_is_forced_once(model: Model, chatter: openai.OpenAI) -> None:
    model.script = cities

    completed(chatter, tool_choice={"type": "function", "function": {"name": "currentWeather"}})

    choices = [body.get("tool_choice") for body in model.bodies]
    assert choices == [{"type": "function", "function": {"name": "currentWeather"}}, "auto"]


def test_an_invented_tool_is_told_to_the_model_and_the_loop_goes_on(model: Model, chatter: openai.OpenAI) -> None:
    model.script = lambda messages: ANSWER if known(messages) else asks(call("never"))

    assert completed(chatter)["choices"][0]["message"]["content"] == "So it is."


def test_calls_are_recorded_without_values(model: Model, chatter: openai.OpenAI) -> None:
    model.script = customer

    completed(chatter)

    [row] = WRITER._waiting
    assert (row.tool, row.outcome, row.prompt) == ("customer_info", "ok", "p")  # type: ignore[attr-defined]


def test_a_secret_is_in_no_log_answer_or_model_request(
    model: Model, chatter: openai.OpenAI, caplog: pytest.LogCaptureFixture
) -> None:
    """Field case 30, for the provider's key and the tool context."""
    caplog.set_level(logging.DEBUG, "toolgroups_admin")
    caplog.set_level(logging.DEBUG, "httpx2")
    model.script = wallet
    own = {"tool_context": {"tenant": f"{CANARY}-tenant"}, "history": True}

    whole = completed(chatter, extra_body={"toolgroups": own})

    assert "number_of_shares" in caplog.text
    assert CANARY not in caplog.text + json.dumps(whole) + json.dumps(model.bodies)


def test_a_caller_who_goes_away_ends_the_chat(model: Model, desk: Desk) -> None:
    """Nobody asks the model again for somebody who does not listen."""
    model.script = lambda messages: asks(call("number_of_shares"))
    body = {"model": "m", "messages": SAID, "stream": True}
    [key] = [each for each in desk.state.keys.values() if each.prompts]

    async def leaves() -> int:
        request = read_request(body, {}, key)
        events = await opened_stream(await begun(key, request, desk.state, desk.around, 60.0))
        await anext(events)
        await events.aclose()
        await close_clients()
        return len(asyncio.all_tasks())

    assert asyncio.run(leaves()) == 1
