"""A chat as server-sent events: chunks as they come, and comments while tools work."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any, Final

from .chats import Conversation
from .errors import ChatRefused, refusal_of

SILENCE_SECONDS: Final = 15.0  # after which a comment tells every proxy on the way that somebody is still there
DONE: Final = b"data: [DONE]\n\n"

log = logging.getLogger(__name__)


async def opened_stream(chat: Conversation) -> AsyncGenerator[bytes, None]:
    """The events of a chat, begun: raises `ChatRefused` when it ends before anything was said."""
    events = _events(chat)
    first = await anext(events)
    if isinstance(first, ChatRefused):
        await events.aclose()
        raise first
    return _from(first, events)


async def _from(first: bytes, events: AsyncGenerator[bytes | ChatRefused, None]) -> AsyncGenerator[bytes, None]:
    try:
        yield first
        async for event in events:
            yield _event(event.event()) if isinstance(event, ChatRefused) else event
    finally:
        await events.aclose()


async def _events(chat: Conversation) -> AsyncGenerator[bytes | ChatRefused, None]:
    """Runs the chat in a task of its own, which ends with whoever listens."""
    said: asyncio.Queue[bytes | ChatRefused | None] = asyncio.Queue(maxsize=100)

    async def send(chunk: dict[str, Any]) -> None:
        await said.put(_event(chunk))

    async def note(words: str) -> None:
        await said.put(_comment(words))

    chat.send, chat.note = send, note
    running = asyncio.create_task(_run(chat, said))
    try:
        while (event := await _next(said)) is not None:
            yield event
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def _run(chat: Conversation, said: "asyncio.Queue[bytes | ChatRefused | None]") -> None:
    try:
        whole = await chat.run()
        if (chat.request.stream_options or {}).get("include_usage"):
            chunk = {**chat.saying.head, "object": "chat.completion.chunk", "choices": [], "usage": whole.get("usage")}
            await said.put(_event(chunk))
        await said.put(DONE)
    except Exception as error:
        refusal = refusal_of(error)
        if refusal.status == 500:
            log.exception("the chat %s broke off", chat.answer.decision_id)
        await said.put(refusal)
    await said.put(None)


async def _next(said: "asyncio.Queue[bytes | ChatRefused | None]") -> bytes | ChatRefused | None:
    try:
        return await asyncio.wait_for(said.get(), SILENCE_SECONDS)
    except TimeoutError:
        return _comment("waiting")


def _event(value: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n".encode("utf-8", "replace")


def _comment(words: str) -> bytes:
    return f": {' '.join(words.split())}\n\n".encode("utf-8", "replace")
