"""Asking the resolve endpoint through both of its doors: the front alone, and Django with its middleware."""

import io
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.signals import request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.urls import path

from toolgroups_admin import urls
from toolgroups_admin.api.dry_running import PATH as DRY_RUN_PATH
from toolgroups_admin.api.front import WSGIApplication, with_front
from toolgroups_admin.api.resolving import PATH
from toolgroups_admin.api.views import DryRunView, ResolveView
from toolgroups_admin.engine import compile_catalog
from toolgroups_admin.releases.keys import digest_of
from toolgroups_admin.releases.live import LiveKey, LiveRelease, State

Json = dict[str, Any]
YESTERDAY = datetime.now(UTC) - timedelta(days=1)


class Stream:
    """A body as a server hands it over: what `read` answers to a number of bytes."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self.read = self.readline = read


@dataclass(frozen=True)
class Answered:
    """What came back over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        found: Json = json.loads(self.body)
        return found

    @property
    def code(self) -> Any:
        return self.json["code"]


class Addresses:
    """The product's addresses, with views that answer from a given state."""

    handler400, handler404, handler500 = urls.handler400, urls.handler404, urls.handler500

    def __init__(self, state: State) -> None:
        view = ResolveView.as_view(current=lambda: state)
        trying = DryRunView.as_view(current=lambda: state)
        own = [path(PATH.removeprefix("/"), view), path(DRY_RUN_PATH.removeprefix("/"), trying)]
        self.urlpatterns = [*own, *urls.urlpatterns]


def state_of(document: Json, **keys: LiveKey) -> State:
    """A state in which a document is release 1 of production, with one key for each token."""
    catalog = compile_catalog(document)
    return State(
        releases={"production": LiveRelease("production", 1, catalog.digest, catalog)},
        keys={digest_of(token): made for token, made in keys.items()},
        source="database",
    )


def key(*scopes: str, **members: Any) -> LiveKey:
    return LiveKey(**{"id": 1, "name": "shop", "environment": "production", "scopes": frozenset(scopes), **members})


def front(state: State) -> WSGIApplication:
    """The front with nothing behind it."""
    return with_front(_nothing, current=lambda: state)


def django() -> WSGIApplication:
    """Django with all of its middleware and no front; connections to the database stay open, as with its test client."""
    handler = get_wsgi_application()

    def application(environ: Json, start_response: Callable[..., Any]) -> Iterable[bytes]:
        request_started.disconnect(close_old_connections)
        try:
            answer: Iterable[bytes] = handler(environ, start_response)
            return answer
        finally:
            request_started.connect(close_old_connections)

    return application


def post(
    door: WSGIApplication,
    body: Any = None,
    *,
    token: str | None = "resolver",
    method: str = "POST",
    scheme: str = "http",
    stream: Stream | None = None,
    **environ: Any,
) -> Answered:
    """POSTs a body, given as bytes or as what is to be JSON; a member of `environ` that is None is left out.

    A stream stands in for the body, as that of a server that says when it ends.
    """
    data = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
    whole = {
        "REQUEST_METHOD": method,
        "PATH_INFO": PATH,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost:8000",
        "HTTP_X_REQUEST_ID": "test-1",
        "HTTP_AUTHORIZATION": None if token is None else f"Bearer {token}",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(data)),
        "wsgi.url_scheme": scheme,
        "wsgi.input": io.BytesIO(data) if stream is None else stream,
        "wsgi.input_terminated": True,
        "wsgi.errors": io.StringIO(),
        **environ,
    }
    return _call(door, {name: value for name, value in whole.items() if value is not None})


def asks(prompt: str = "p", text: Any = "hello", **members: Any) -> Json:
    return {"prompt": prompt, "messages": [{"role": "user", "content": text}], **members}


def _call(door: WSGIApplication, environ: Json) -> Answered:
    begun: list[tuple[str, list[tuple[str, str]]]] = []
    body = b"".join(door(environ, lambda status, headers, error=None: begun.append((status, headers))))
    [(status, headers)] = begun
    return Answered(int(status.split()[0]), dict(headers), body)


def _nothing(environ: Json, start_response: Callable[..., Any]) -> list[bytes]:
    raise AssertionError(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} fell through")
