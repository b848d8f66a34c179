"""Tools that are a request over a named connection."""

import asyncio
from collections.abc import Hashable, Mapping
from functools import partial
from typing import Any, Final

import httpx2

from ..allowing import AllowList
from ..authenticating import ConnectionAuth, Tokens
from ..background import BackgroundLoop
from ..calls import ToolCall, ToolFailed
from ..clients import async_guarded_client
from ..connections import ClientCredentials, Connection
from ..guard import AddressRefused
from ..masking import masked, secrets_of
from ..preparing import visible_context
from . import Connections, connection_of, identity_of
from .http_answers import value_of
from .http_requests import Wanted, request_of

_TIMEOUT: Final = httpx2.Timeout(None, connect=10.0, pool=10.0)  # the whole call has a time-out of its own


class HttpExecutor:
    """Sends requests through the guard; lines to one origin are kept open and shared, credentials are not."""

    def __init__(self, allow: AllowList, background: BackgroundLoop) -> None:
        self._allow, self._background = allow, background
        self._clients: dict[tuple[str, str, int | None], httpx2.AsyncClient] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tokens = Tokens(self._client)

    def destination(self, call: ToolCall, connections: Connections) -> Hashable | None:
        return identity_of(connection_of(call, connections, "http"))

    async def run(self, call: ToolCall, arguments: Mapping[str, Any], connections: Connections) -> Any:
        connection = connection_of(call, connections, "http")
        wanted = request_of(call.tool.executor, connection, {**arguments, **visible_context(call)})
        try:
            return await self._asked(wanted, connection, call.tool.executor.get("answer"))
        except AddressRefused as error:
            raise ToolFailed(str(error), "connection_failed") from error
        except httpx2.TimeoutException as error:
            raise ToolFailed(
                "The service behind this tool did not answer in time", "timed_out", transient=True
            ) from error
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
            why = "The service behind this tool cannot be reached, or broke off"
            raise ToolFailed(why, "connection_failed", transient=True) from error

    async def _asked(self, wanted: Wanted, connection: Connection, path: str | None) -> Any:
        async with self._client(wanted.url).stream(
            wanted.method,
            wanted.url,
            headers={"Accept": "application/json, text/*;q=0.9, */*;q=0.5", **wanted.headers},
            json=wanted.body,
            auth=ConnectionAuth(connection.auth, self._tokens),
        ) as answer:
            return await value_of(answer, path, partial(masked, secrets=self._secrets(connection)))

    def _secrets(self, connection: Connection) -> list[str]:
        fetched = self._tokens.known(connection.auth) if isinstance(connection.auth, ClientCredentials) else []
        return secrets_of(connection) + fetched

    def _client(self, url: httpx2.URL) -> httpx2.AsyncClient:
        """The client for an origin: one that hangs keeps no other waiting. Another loop, after a fork, has its own."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._clients, self._loop = {}, loop
        origin = (url.scheme, url.host, url.port)
        if origin not in self._clients:
            self._clients[origin] = client = async_guarded_client(self._allow, timeout=_TIMEOUT)
            self._background.at_stop(client.aclose)
        return self._clients[origin]
