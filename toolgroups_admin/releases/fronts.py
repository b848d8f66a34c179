"""Answering programs in front of Django: one address each, with what Django would have seen to."""

import io
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from django.conf import settings

from .receiving import declares_more, is_too_open
from .settled import settled

Message = Mapping[str, Any]
Environ = dict[str, Any]
Headers = Iterable[tuple[str, str]]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApplication = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]
Respond = Callable[[Environ, Receive, Send], Awaitable[None]]

SAFE_HEADERS: Final = (
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
)


class Gone(Exception):
    """The caller went away before all of the body was there, so nobody waits for an answer."""


@settled
def safe_headers() -> tuple[tuple[str, str], ...]:
    """The headers that tell a browser to do nothing with an answer; the last one as Django's own settings have it."""
    seconds = settings.SECURE_HSTS_SECONDS
    return (*SAFE_HEADERS, ("Strict-Transport-Security", f"max-age={seconds}")) if seconds else SAFE_HEADERS


def with_front(django: ASGIApplication, path: str, respond: Respond) -> ASGIApplication:
    """Django with a front before it: exactly `POST path` is left to `respond`, which waits on others without Django.

    Where HTTPS is wanted, a request by plain HTTP goes to Django as well, which redirects it.
    """

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != path or scope["method"] != "POST":
            return await django(scope, receive, send)
        environ = environ_of(scope)
        if is_too_open(environ):
            return await django(scope, receive, send)
        with suppress(Gone):
            await respond(environ, receive, send)
        return None

    return application


def environ_of(scope: Scope) -> Environ:
    """The request as WSGI says it, without its body; what comes twice is joined, as Django joins it.

    A header with an underscore in its name would be read as the one with a hyphen, which a proxy vouches for.
    """
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
        if b"_" not in name:
            said, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
            place = said if said in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{said}"
            environ[place] = f"{environ[place]},{text}" if place in environ else text
    return environ


async def take_body(environ: Environ, receive: Receive, most: int) -> None:
    """Has `read_body` find the body, or the first byte too many; nothing of one that says that it is too large."""
    environ["wsgi.input"] = io.BytesIO(await _body(environ, receive, most))


async def send_head(send: Send, status: int, headers: Headers) -> None:
    """Sends how an answer begins, before its body."""
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})


async def send_whole(send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Sends an answer that is there as a whole."""
    await send_head(send, status, headers)
    await send({"type": "http.response.body", "body": body})


async def _body(environ: Environ, receive: Receive, most: int) -> bytes:
    if declares_more(environ, most):
        return b""
    body, more = bytearray(), True
    while more and len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body)
