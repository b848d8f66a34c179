"""What a chat says to its caller: one message out of all that the model said on the way, whole or in pieces."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

from toolgroups_admin.execution import StreamedMessage

Json = dict[str, Any]
Send = Callable[[Json], Awaitable[None]]
BETWEEN = "\n\n"


class Saying:
    """Takes deltas of every round, without calls of tools; what was said in two rounds stands in two paragraphs.

    A message that comes whole is one delta, so that a chat ends in the same message whether it is streamed or not
    (field case 32). `send` gets each chunk when the caller wants a stream.
    """

    def __init__(self, decision_id: str, send: Send | None = None) -> None:
        self._message = StreamedMessage()
        self._send = send
        self._has_text = self._is_new_round = self._began = False
        self.head: Json = {"id": f"chatcmpl-{decision_id}", "created": int(time.time()), "model": ""}

    def next_round(self) -> None:
        """From now on another message of the model is said."""
        self._is_new_round = True

    async def take(self, delta: Json) -> None:
        """One more piece; calls of tools in it are left to those who execute them."""
        await self._begin()
        kept = {name: value for name, value in delta.items() if name not in ("role", "tool_calls", "function_call")}
        kept = {name: value for name, value in kept.items() if value is not None and value != ""}
        if kept.get("content"):
            if self._has_text and self._is_new_round:
                kept["content"] = BETWEEN + kept["content"]
            self._has_text, self._is_new_round = True, False
        if kept:
            self._message.add(kept)
            await self._chunk(kept)

    async def hand_over(self, calls: list[Json]) -> None:
        """Calls that the caller runs itself."""
        await self._begin()
        pieces = {"tool_calls": [{"index": place, **call} for place, call in enumerate(calls)]}
        self._message.add(pieces)
        await self._chunk(pieces)

    async def end(self, finish_reason: str, more: Json) -> None:
        """The last chunk of the message, with what else there is to say."""
        await self._begin()
        await self._chunk({}, finish_reason, more)

    def message(self) -> Json:
        """All that was said, as one message."""
        return self._message.message()

    async def _begin(self) -> None:
        if not self._began:
            self._began = True
            await self._chunk({"role": "assistant", "content": ""})

    async def _chunk(self, delta: Json, finish_reason: str | None = None, more: Json | None = None) -> None:
        if self._send is not None:
            choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish_reason}
            await self._send({**self.head, "object": "chat.completion.chunk", "choices": [choice], **(more or {})})


def added(one: Any, other: Any) -> Any:
    """The usage of several requests to a model as one."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {name: added(one.get(name), other.get(name)) for name in {**one, **other}}
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one + other
    return one if other is None else other
