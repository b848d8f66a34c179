"""What a provider does wrong reaches the caller as the provider said it."""

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
