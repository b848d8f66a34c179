"""Tools that are a request over a named connection."""

from collections.abc import Hashable, Mapping
from functools import partial
from typing import Any

import httpx2

from ..authenticating import ConnectionAuth, Tokens
from ..background import BackgroundLoop
from ..calls import ToolCall, ToolFailed
from ..connections import Connection
from ..guard import AddressRefused
from ..masking import masked, secrets_of
from ..pools import Clients
from ..preparing import visible_context
from . import Connections, connection_of, identity_of
from .http_answers import value_of
from .http_requests import Wanted, request_of


class HttpExecutor:
    """Sends requests through the guard; lines to one origin are kept open and shared, credentials are not."""

    def __init__(self, clients: Clients, tokens: Tokens, background: BackgroundLoop) -> None:
        self._clients, self._tokens, self._background = clients, tokens, background

    def destination(self, call: ToolCall, connections: Connections) -> Hashable | None:
        return identity_of(connection_of(call, connections, "http"))

    async def run(self, call: ToolCall, arguments: Mapping[str, Any], connections: Connections) -> Any:
        return await self._background.arun(partial(self._run, call, arguments, connections))

    async def _run(self, call: ToolCall, arguments: Mapping[str, Any], connections: Connections) -> Any:
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
        async with self._clients.client(wanted.url).stream(
            wanted.method,
            wanted.url,
            headers={"Accept": "application/json, text/*;q=0.9, */*;q=0.5", **wanted.headers},
            json=wanted.body,
            auth=ConnectionAuth(connection.auth, self._tokens),
        ) as answer:
            return await value_of(
                answer, path, partial(masked, secrets=secrets_of(connection, self._tokens.known(connection.auth)))
            )
