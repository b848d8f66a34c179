"""What a provider does wrong reaches the caller as the provider said it."""

import json
from dataclasses import replace
from typing import Any, cast

import openai
import pytest

from tests.execution.calling import USER
from tests.execution.servers import Says
from tests.gateway.chatting import CANARY, Desk
from tests.gateway.models import Model, events
from toolgroups_admin.gateway.surroundings import Provider

SAID: list[Any] = [USER]


def test_a_providers_error_comes_as_it_was_said(model: Model, chatter: openai.OpenAI) -> None:
    said = {"error": {"message": f"slow down, {CANARY}", "type": "requests", "param": None, "code": "rate"}}
    model.script = lambda messages: Says(said, 429, {"Content-Type": "application/json", "Retry-After": "7"})

    for stream in (False, True):
        with pytest.raises(openai.RateLimitError) as caught:
            chatter.chat.completions.create(model="m", messages=SAID, stream=cast(Any, stream))
        assert caught.value.response.headers["retry-after"] == "7"
        assert caught.value.body == said["error"] | {"message": "slow down, ******"}


def test_an_error_in_the_midst_of_a_stream_is_an_event(model: Model, chatter: openai.OpenAI) -> None:
    begun = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    delta = begun | {"choices": [{"index": 0, "delta": {"content": "So"}, "finish_reason": None}]}
    model.script = lambda messages: events(delta, {"error": {"message": "it broke", "code": "broken"}})

    stream = chatter.chat.completions.create(model="m", messages=SAID, stream=True)

    with pytest.raises(openai.APIError, match="it broke"):
        list(stream)


def test_a_provider_that_is_away_is_a_bad_gateway(desk: Desk, chatter: openai.OpenAI) -> None:
    desk.around = replace(desk.around, providers=(Provider("gone", "http://127.0.0.1:9/v1", "", ("m",)),))

    with pytest.raises(openai.InternalServerError, match="'gone' cannot be reached") as caught:
        chatter.chat.completions.create(model="m", messages=SAID)

    assert caught.value.status_code == 502


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    "said",
    [
        "{",
        "[" * 20_000,
        '{"choices": {"a": 1}}',
        '{"choices": [1]}',
        '{"choices": [{"MESSAGE": 1}]}',
        '{"choices": [{"MESSAGE": {"role": 1}}]}',
        '{"choices": [{"MESSAGE": {"content": {"a": 1}}}]}',
        '{"choices": [{"MESSAGE": {"tool_calls": "all"}}]}',
        '{"choices": [{"MESSAGE": {"tool_calls": [null]}}]}',
        '{"choices": [{"MESSAGE": {"tool_calls": [{"index": [], "function": {}}]}}]}',
        '{"choices": [{"MESSAGE": {"tool_calls": [{"function": 1}]}}]}',
        '{"choices": [{"MESSAGE": {"tool_calls": [{"function": {"name": 1}}]}}]}',
    ],
)
def test_what_is_no_chat_is_a_bad_gateway(model: Model, chatter: openai.OpenAI, said: str, streamed: bool) -> None:
    model.script = lambda messages: answered(said, streamed)

    with pytest.raises(openai.InternalServerError, match="'house' answered something else than a chat") as caught:
        chatter.chat.completions.create(model="m", messages=SAID, stream=cast(Any, streamed))

    assert (caught.value.status_code, caught.value.code) == (502, "provider_unreadable")


@pytest.mark.parametrize("streamed", [False, True])
def test_content_in_parts_is_the_text_of_them(model: Model, chatter: openai.OpenAI, streamed: bool) -> None:
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "So "}, {"type": "text", "text": "be it."}]
    said = json.dumps({"choices": [{"MESSAGE": {"role": "assistant", "content": parts}, "finish_reason": "stop"}]})
    model.script = lambda messages: answered(said, streamed)

    if streamed:
        chunks = chatter.chat.completions.create(model="m", messages=SAID, stream=True)
        text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    else:
        text = chatter.chat.completions.create(model="m", messages=SAID).choices[0].message.content or ""

    assert text == "So be it."


@pytest.mark.parametrize("streamed", [False, True])
def test_arguments_that_are_an_object_are_written_as_text(model: Model, chatter: openai.OpenAI, streamed: bool) -> None:
    calls = [{"index": 0, "id": 7, "function": {"name": "ask_user", "arguments": {"what": "天气"}}}]
    said = json.dumps({"choices": [{"MESSAGE": {"role": "assistant", "tool_calls": calls}}]})
    model.script = lambda messages: answered(said, streamed)
    asked: list[Any] = [{"role": "user", "content": "Please"}]

    if streamed:
        chunks = chatter.chat.completions.create(model="m", messages=asked, stream=True)
        handed: list[Any] = [call for chunk in chunks for call in chunk.choices[0].delta.tool_calls or ()]
    else:
        handed = list(chatter.chat.completions.create(model="m", messages=asked).choices[0].message.tool_calls or ())

    assert [call.function.arguments for call in handed] == ['{"what": "天气"}']


def answered(said: str, streamed: bool) -> Says:
    """An answer of this text, as an event or whole, with the member in which a message stands there."""
    text = said.replace("MESSAGE", "delta" if streamed else "message")
    kind = "text/event-stream" if streamed else "application/json"
    return Says(f"data: {text}\n\n" if streamed else text, headers={"Content-Type": kind})
