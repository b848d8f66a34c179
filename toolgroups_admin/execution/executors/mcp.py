"""Tools of an MCP server behind a named connection, or of a command that the settings name."""

from collections.abc import AsyncGenerator, Hashable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from mcp import MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CONNECTION_CLOSED, REQUEST_TIMEOUT, CallToolResult

from ..authenticating import ConnectionAuth, Tokens
from ..background import BackgroundLoop
from ..calls import ToolCall, ToolFailed
from ..commands import StdioCommand
from ..connections import Connection
from ..guard import AddressRefused
from ..masking import masked, secrets_of
from ..pools import Clients
from ..preparing import visible_context
from . import Connections, connection_of, identity_of
from .mcp_answers import text_of_result, value_of_result
from .mcp_sessions import Open, Session, Sessions, running

_AWAY: Final = "The MCP server behind this tool cannot be reached, or broke off"
_LOST: Final = frozenset((CONNECTION_CLOSED, REQUEST_TIMEOUT))
_TERMINATED: Final = "Session terminated"  # how the SDK tells that the server knows the session no longer


class McpExecutor:
    """Calls tools over sessions that are shared and kept; a session that is lost is opened anew by the next call."""

    def __init__(
        self, clients: Clients, tokens: Tokens, background: BackgroundLoop, commands: Mapping[str, StdioCommand]
    ) -> None:
        self._clients, self._tokens, self._commands = clients, tokens, commands
        self._background, self._sessions = background, Sessions(background)

    def destination(self, call: ToolCall, connections: Connections) -> Hashable | None:
        return self._found(call, connections)[0]

    async def run(self, call: ToolCall, arguments: Mapping[str, Any], connections: Connections) -> Any:
        return await self._background.arun(partial(self._run, call, arguments, connections))

    async def _run(self, call: ToolCall, arguments: Mapping[str, Any], connections: Connections) -> Any:
        identity, opened = self._found(call, connections)
        sent = {**arguments, **visible_context(call)}
        try:
            result = await self._called(identity, opened, call.tool.executor["tool"], sent)
        except MCPError as error:
            raise ToolFailed(masked(error.message, self._secrets(call, connections)) or _AWAY) from error
        if result.is_error:
            text = masked(text_of_result(result), self._secrets(call, connections)).strip()
            raise ToolFailed(text or f"The tool {call.sent_as!r} failed and did not say why")
        return _masked(value_of_result(result), self._secrets(call, connections))

    def _found(self, call: ToolCall, connections: Connections) -> tuple[Hashable, Open]:
        """What makes the session the same, and how it is opened."""
        name = call.tool.executor["connection"]
        command = None if name in connections else self._commands.get(name)
        if command is not None:
            return command, partial(running, command)
        connection = connection_of(call, connections, "mcp")
        return identity_of(connection), partial(self._transport, connection)

    def _secrets(self, call: ToolCall, connections: Connections) -> list[str]:
        """What must not be told; asked for after the call, which may have fetched a token."""
        name = call.tool.executor["connection"]
        if connection := connections.get(name):
            return secrets_of(connection, self._tokens.known(connection.auth))
        return [value for _, value in self._commands[name].environment]

    async def _called(self, identity: Hashable, opened: Open, tool: str, arguments: dict[str, Any]) -> CallToolResult:
        """The result of the server; an `MCPError` is what the server says instead of one."""
        for is_second in (False, True):
            session = self._sessions.session(identity, opened)
            try:
                return await _call(session, tool, arguments)
            except MCPError as error:
                if error.message == _TERMINATED and not is_second:
                    session.end()  # the server was started anew and has done nothing yet
                    continue
                if error.code in _LOST or error.message == _TERMINATED:
                    session.end()
                    raise ToolFailed(_AWAY, "connection_failed", transient=True) from error
                raise
        raise AssertionError("unreachable")

    @asynccontextmanager
    async def _transport(self, connection: Connection) -> AsyncGenerator[Any]:
        async with self._clients.fresh() as client:
            client.headers.update(connection.headers)
            client.auth = ConnectionAuth(connection.auth, self._tokens)
            async with streamable_http_client(connection.url, http_client=client) as streams:
                yield streams


async def _call(session: Session, tool: str, arguments: dict[str, Any]) -> CallToolResult:
    async with session.in_use():
        client = await session.client()
        if client is None:
            raise _unopened(session.error)
        try:
            return await client.call_tool(tool, arguments)
        except (MCPError, ToolFailed):
            raise
        except Exception as error:
            raise ToolFailed("The answer of the MCP server behind this tool cannot be read") from error


def _masked(value: Any, secrets: list[str]) -> Any:
    if isinstance(value, str):
        return masked(value, secrets)
    if isinstance(value, list):
        return [_masked(item, secrets) for item in value]
    if isinstance(value, dict):
        return {name: _masked(item, secrets) for name, item in value.items()}
    return value


def _unopened(error: Exception | None) -> ToolFailed:
    """What kept a session from being opened, in words; refused addresses and sign-ins say so themselves."""
    for cause in _causes(error):
        if isinstance(cause, AddressRefused):
            return ToolFailed(str(cause), "connection_failed")
        if isinstance(cause, ToolFailed):
            return ToolFailed(str(cause), cause.outcome, transient=cause.transient)
    return ToolFailed(_AWAY, "connection_failed", transient=True)


def _causes(error: BaseException | None) -> Iterable[BaseException]:
    while error is not None:
        if isinstance(error, BaseExceptionGroup):
            for inner in error.exceptions:
                yield from _causes(inner)
        yield error
        error = error.__cause__ or error.__context__
