"""The way to what waits on others: an ASGI callable in front of Django, which gets everything else."""

import io
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from toolgroups_admin.releases import live

from .receiving import is_too_open, terms
from .replies import Reply
from .resolving import CurrentState
from .tool_calling import PATH, respond

Message = Mapping[str, Any]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApplication = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]


def with_waiting_front(django: ASGIApplication, *, current: CurrentState = live.current) -> ASGIApplication:
    """Django with the front before it: exactly `POST /api/v1/tool-calls` is answered without Django's help.

    Where HTTPS is wanted, a request by plain HTTP goes to Django as well, which redirects it.
    """

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != PATH or scope["method"] != "POST":
            return await django(scope, receive, send)
        environ = environ_of(scope)
        if is_too_open(environ):
            return await django(scope, receive, send)
        environ["wsgi.input"] = io.BytesIO(await _body(environ, receive))
        await _send(await respond(environ, current=current), send)
        return None

    return application


def environ_of(scope: Scope) -> dict[str, Any]:
    """The request as WSGI says it, without its body."""
    host, port = scope.get("server") or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": scope["path"],
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input_terminated": True,
    }
    for name, value in scope["headers"]:
        said = name.decode("latin-1").upper().replace("-", "_")
        environ[said if said in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{said}"] = value.decode("latin-1")
    return environ


async def _body(environ: dict[str, Any], receive: Receive) -> bytes:
    """The body, or the first byte too many; nothing of one that says that it is too large."""
    most = terms().most_bytes
    declared = environ.get("CONTENT_LENGTH", "")
    if declared.isdigit() and int(declared) > most:
        return b""
    body, more = b"", True
    while more and len(body) <= most:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


async def _send(reply: Reply, send: Send) -> None:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in reply.headers]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": reply.body})
