"""HTTP clients that go out through the guard, at every hop of a redirect too."""

import ssl
from collections.abc import Callable, Iterable
from functools import cache, partial
from http.cookiejar import CookieJar, DefaultCookiePolicy
from math import ceil
from typing import Any, Final

import httpcore2
import httpx2

from .allowing import AllowList
from .guard import AddressRefused, AsyncGuardedBackend, GuardedBackend, Resolve, resolve_name
from .lanes import WIDTH, AsyncLanes
from .quiet import quieten

HOPS: Final = 5
TIMEOUT_SECONDS: Final = 30.0
CONNECTIONS: Final = 100
KEPT_SECONDS: Final = 4.0  # less than what common servers keep a line for, so that none is closed under a request

# What may follow a redirect to another origin; all else might be a secret, whatever its name.
_HARMLESS = frozenset(
    [
        "accept",
        "accept-encoding",
        "accept-language",
        "content-length",
        "content-type",
        "host",
        "transfer-encoding",
        "user-agent",
    ]
)
_FIRST_ORIGIN = "toolgroups_origin"


class GuardedClient(httpx2.Client):
    """A client whose every connection is checked; what cannot be an allowed URL is refused like any other address."""

    def build_request(self, *args: Any, **kwargs: Any) -> httpx2.Request:
        return _built(super().build_request, *args, **kwargs)

    def send(self, *args: Any, **kwargs: Any) -> httpx2.Response:
        try:
            return super().send(*args, **kwargs)
        except httpx2.RemoteProtocolError as error:
            raise _told_apart(error) from error


class AsyncGuardedClient(httpx2.AsyncClient):
    """The same for coroutines."""

    def build_request(self, *args: Any, **kwargs: Any) -> httpx2.Request:
        return _built(super().build_request, *args, **kwargs)

    async def send(self, *args: Any, **kwargs: Any) -> httpx2.Response:
        try:
            return await super().send(*args, **kwargs)
        except httpx2.RemoteProtocolError as error:
            raise _told_apart(error) from error


def guarded_client(
    allow: AllowList, *, timeout: float | httpx2.Timeout = TIMEOUT_SECONDS, resolve: Resolve = resolve_name
) -> httpx2.Client:
    """A client that calls public addresses and those of the allow list, and raises `AddressRefused` for others.

    It follows at most five redirects, reads no proxy or certificate from the environment and keeps no cookies.
    """
    quieten()
    return GuardedClient(
        transport=_GuardedTransport(GuardedBackend(allow, resolve)),
        timeout=timeout,
        trust_env=False,
        follow_redirects=True,
        max_redirects=HOPS,
        cookies=_no_cookies(),
        event_hooks={"request": [_check]},
    )


def async_guarded_client(
    allow: AllowList,
    *,
    timeout: float | httpx2.Timeout = TIMEOUT_SECONDS,
    resolve: Resolve = resolve_name,
    connections: int = CONNECTIONS,
) -> httpx2.AsyncClient:
    """The same for coroutines, any number of them at once; it belongs to the event loop in which it is first used."""
    quieten()
    backend = AsyncGuardedBackend(allow, resolve)
    return AsyncGuardedClient(
        transport=AsyncLanes(partial(_AsyncGuardedTransport, backend), most=ceil(connections / WIDTH)),
        timeout=timeout,
        trust_env=False,
        follow_redirects=True,
        max_redirects=HOPS,
        cookies=_no_cookies(),
        event_hooks={"request": [_acheck]},
    )


class _GuardedTransport(httpx2.HTTPTransport):
    def __init__(self, backend: httpcore2.NetworkBackend) -> None:
        context = _certificates()
        super().__init__(verify=context, trust_env=False)
        self._pool = httpcore2.ConnectionPool(
            ssl_context=context, max_connections=CONNECTIONS, keepalive_expiry=KEPT_SECONDS, network_backend=backend
        )


class _AsyncGuardedTransport(httpx2.AsyncHTTPTransport):
    def __init__(self, backend: httpcore2.AsyncNetworkBackend) -> None:
        context = _certificates()
        super().__init__(verify=context, trust_env=False)
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=context, max_connections=WIDTH, keepalive_expiry=KEPT_SECONDS, network_backend=backend
        )


@cache
def _certificates() -> ssl.SSLContext:
    """The system's certificates, read once."""
    return httpx2.create_ssl_context(trust_env=False)


def _built(build: Callable[..., httpx2.Request], *args: Any, **kwargs: Any) -> httpx2.Request:
    try:
        return build(*args, **kwargs)
    except (httpx2.InvalidURL, UnicodeError):
        raise AddressRefused from None


def _told_apart(error: httpx2.RemoteProtocolError) -> httpx2.TransportError:
    """A redirect to something that is no URL is refused like one to an address that is not allowed."""
    return AddressRefused() if isinstance(error.__context__, httpx2.InvalidURL | UnicodeError) else error


def _check(request: httpx2.Request) -> None:
    """Called before each hop; a hop to another origin takes no credentials along."""
    url = request.url
    if url.scheme not in ("http", "https") or not url.host or url.userinfo:
        raise AddressRefused
    if request.extensions.setdefault(_FIRST_ORIGIN, url.origin) != url.origin:
        _strip(request.headers, request.headers.keys())


async def _acheck(request: httpx2.Request) -> None:
    _check(request)


def _strip(headers: httpx2.Headers, names: Iterable[str]) -> None:
    for name in [name for name in names if name.lower() not in _HARMLESS]:
        del headers[name]


def _no_cookies() -> CookieJar:
    """What one call is told must not be sent with the next one, which may be somebody else's."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))
