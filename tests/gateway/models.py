"""A model server that speaks OpenAI's protocol over HTTP, whole and as events, and says what a script tells it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.execution.servers import Asked, Destination, Says, serving

Json = dict[str, Any]
Script = Callable[[list[Json]], Json | Says]
USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15, "prompt_tokens_details": {"cached_tokens": 2}}


@dataclass
class Model:
    """A running model server; `script` maps messages to the next one, or to any HTTP answer."""

    script: Script
    place: Destination

    @property
    def url(self) -> str:
        return f"{self.place.url}/v1"

    @property
    def bodies(self) -> list[Json]:
        """What it was asked."""
        return [asked.json for asked in self.place.asked]


def says_nothing(messages: list[Json]) -> Json:
    """The script of a model that has none."""
    return {"role": "assistant", "content": "…"}


@contextmanager
def model_server() -> Iterator[Model]:
    """A model that says nothing until it has a script."""

    def answer(asked: Asked) -> Says:
        body = asked.json
        said = model.script(body["messages"])
        for call in said.get("tool_calls", []) if isinstance(said, dict) else []:
            call["function"]["arguments"] = call["function"]["arguments"] or ""
        if isinstance(said, Says):
            return said
        return _streamed(said, body) if body.get("stream") else _whole(said)

    with serving(answer) as place:
        model = Model(says_nothing, place)
        yield model


def _whole(message: Json) -> Says:
    choice = {"index": 0, "message": message, "finish_reason": _finish(message), "logprobs": None}
    whole = {"id": "chatcmpl-theirs", "object": "chat.completion", "created": 1, "model": "m-2026"}
    return Says(whole | {"choices": [choice], "usage": USAGE}, headers={"Content-Type": "application/json"})


def _streamed(message: Json, body: Json) -> Says:
    """Pieces of a few characters; calls interleave, with the id on the first piece of each (field case 31)."""
    text = message.get("content") or ""
    deltas: list[Json] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": text[place : place + 4]} for place in range(0, len(text), 4)]
    calls = message.get("tool_calls") or []
    for place, call in enumerate(calls):
        head = {"id": call["id"], "type": "function", "function": {"name": call["function"]["name"], "arguments": ""}}
        deltas.append({"tool_calls": [{"index": place, **head}]})
    halves = [(place, call["function"]["arguments"] or "") for place, call in enumerate(calls)]
    for cut in (slice(None, 3), slice(3, None)):
        deltas += [{"tool_calls": [{"index": at, "function": {"arguments": text[cut]}}]} for at, text in halves]
    head = {"id": "chatcmpl-theirs", "object": "chat.completion.chunk", "created": 1, "model": "m-2026"}
    chunks = [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    chunks.append(head | {"choices": [{"index": 0, "delta": {}, "finish_reason": _finish(message)}]})
    if (body.get("stream_options") or {}).get("include_usage"):
        chunks.append(head | {"choices": [], "usage": USAGE})
    return events(*chunks)


def events(*chunks: Json) -> Says:
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    return Says(text, headers={"Content-Type": "text/event-stream"})


def _finish(message: Json) -> str:
    return "tool_calls" if message.get("tool_calls") else "stop"
