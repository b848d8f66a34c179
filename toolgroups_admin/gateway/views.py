"""`POST /v1/chat/completions`: OpenAI's endpoint, with the tools of the prompt that the request names."""

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.csrf import csrf_exempt

from toolgroups_admin.engine import decode_json
from toolgroups_admin.releases import live
from toolgroups_admin.releases.live import LiveKey, State
from toolgroups_admin.releases.permitting import require_scope

from .chats import Conversation, begun
from .errors import ChatRefused, refusal_of
from .reading import read_request
from .streaming import opened_stream
from .surroundings import KEEPER, Surroundings

Current = Callable[[], State]
Around = Callable[[str], Awaitable[Surroundings]]
View = Callable[[HttpRequest], Any]
SAFE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

log = logging.getLogger(__name__)


def chat_view(*, current: Current = live.current, around: Around = KEEPER.of) -> View:
    """The view that answers from what is live, and goes out with what its environment has."""

    async def chat_completions(request: HttpRequest) -> HttpResponseBase:
        try:
            return await _answered(await _begun(request, current(), around))
        except Exception as error:  # noqa: BLE001 - every error has its shape
            return _refused(error)

    return csrf_exempt(chat_completions)


async def _answered(chat: Conversation) -> HttpResponseBase:
    headers = SAFE | _headers(chat)
    if chat.request.stream:
        events = await opened_stream(chat)
        return StreamingHttpResponse(events, content_type="text/event-stream; charset=utf-8", headers=headers)
    body = json.dumps(await chat.run(), ensure_ascii=False).encode("utf-8", "replace")
    return HttpResponse(body, content_type="application/json", headers=headers)


def _refused(error: Exception) -> HttpResponse:
    refusal = refusal_of(error)
    if refusal.status == 500 and refusal is not error:
        log.error("a chat could not be answered", exc_info=error)
    headers = {"Content-Type": "application/json", **SAFE, **refusal.headers}
    return HttpResponse(refusal.encoded(), status=refusal.status, headers=headers)


async def _begun(request: HttpRequest, state: State, around: Around) -> Conversation:
    if request.method != "POST":
        raise ChatRefused(405, "method_not_allowed", "Use POST here.", headers={"Allow": "POST"})
    if not isinstance(request, ASGIRequest):
        raise ChatRefused(421, "wrong_port", "Chats are answered by the other server, on the port ASGI_PORT.")
    key = _key(request, state)
    require_scope(key, "chat")
    asked = read_request(decode_json(_body(request)), request.headers, key)
    return await begun(key, asked, state, await around(key.environment), settings.CHAT_SECONDS)


def _key(request: HttpRequest, state: State) -> LiveKey:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    key = state.key_for(token.strip()) if scheme.lower() == "bearer" and token.strip() else None
    if key is None:
        words = "Send an API key of this server's as Authorization: Bearer; this one is unknown, revoked or expired."
        raise ChatRefused(401, "invalid_api_key", words, headers={"WWW-Authenticate": "Bearer"})
    live.note_use(key)
    return key


def _body(request: HttpRequest) -> bytes:
    try:
        return request.body
    except RequestDataTooBig as error:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        raise ChatRefused(413, "body_too_large", f"The body is larger than {most} bytes.") from error


def _headers(chat: Conversation) -> dict[str, str]:
    codes = ", ".join(dict.fromkeys(warning["code"] for warning in chat.warnings))
    own: dict[str, Any] = {"X-ToolGroups-Decision": chat.answer.decision_id, "X-ToolGroups-Warnings": codes}
    return {name: value for name, value in own.items() if value}
