"""`POST /v1/chat/completions`: OpenAI's endpoint, with the tools of the prompt that the request names."""

import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any, Final

import anyio
from anyio import CancelScope
from django.conf import settings

from toolgroups_admin.engine import decode_json
from toolgroups_admin.releases import live
from toolgroups_admin.releases.fronts import (
    ASGIApplication,
    Environ,
    Receive,
    Send,
    safe_headers,
    send_head,
    send_whole,
    take_body,
    with_front,
)
from toolgroups_admin.releases.live import State
from toolgroups_admin.releases.permitting import require_scope
from toolgroups_admin.releases.receiving import MOST_DEPTH, authenticated, check_host, read_body

from .chats import Conversation, begun
from .errors import refusal_of
from .reading import read_request
from .streaming import opened_stream
from .surroundings import KEEPER, Surroundings

PATH: Final = "/v1/chat/completions"
Current = Callable[[], State]
Around = Callable[[str], Awaitable[Surroundings]]

log = logging.getLogger(__name__)


def with_chat_front(
    django: ASGIApplication, *, current: Current = live.current, around: Around = KEEPER.of
) -> ASGIApplication:
    """Django with the front before it, which answers from what is live, and goes out with what its environment has."""

    async def answer(environ: Environ, receive: Receive, send: Send) -> None:
        await take_body(environ, receive, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_end_when_gone, receive, tasks.cancel_scope)
            await _answer(environ, send, current(), around)
            tasks.cancel_scope.cancel()

    return with_front(django, PATH, answer)


async def _end_when_gone(receive: Receive, chat: CancelScope) -> None:
    """Nobody asks the model again for a caller who does not listen."""
    while (await receive())["type"] != "http.disconnect":
        continue
    chat.cancel()


async def _answer(environ: Environ, send: Send, state: State, around: Around) -> None:
    try:
        chat = await _begun(environ, state, around)
        if chat.request.stream:
            await _stream(chat, send)
        else:
            body = json.dumps(await chat.run(), ensure_ascii=False).encode("utf-8", "replace")
            await _send(send, 200, "application/json", _headers(chat), body)
    except Exception as error:
        refusal = refusal_of(error)
        if refusal.status == 500 and refusal is not error:
            log.error("a chat could not be answered", exc_info=error)
        await _send(send, refusal.status, "application/json", refusal.headers, refusal.encoded())


async def _begun(environ: Environ, state: State, around: Around) -> Conversation:
    check_host(environ)
    key = authenticated(environ, state)
    require_scope(key, "chat")
    body = decode_json(read_body(environ, settings.DATA_UPLOAD_MAX_MEMORY_SIZE), depth=MOST_DEPTH)
    asked = read_request(body, environ, key)
    return await begun(key, asked, state, await around(key.environment), settings.CHAT_SECONDS)


async def _stream(chat: Conversation, send: Send) -> None:
    """The events of a chat as they come; raises what it ends by before anything was said."""
    async with aclosing(await opened_stream(chat)) as events:
        headers = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no", **_headers(chat)}
        await send_head(send, 200, [*headers.items(), *safe_headers()])
        async for event in events:
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _send(send: Send, status: int, media_type: str, own: dict[str, str], body: bytes) -> None:
    headers = {"Content-Type": media_type, **own, "Content-Length": str(len(body))}
    await send_whole(send, status, [*headers.items(), *safe_headers()], body)


def _headers(chat: Conversation) -> dict[str, str]:
    codes = ", ".join(dict.fromkeys(warning["code"] for warning in chat.warnings))
    own: dict[str, Any] = {"X-ToolGroups-Decision": chat.answer.decision_id, "X-ToolGroups-Warnings": codes}
    return {name: value for name, value in own.items() if value}
