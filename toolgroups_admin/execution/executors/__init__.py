"""Executors: each kind of tool is called in its own way."""

from collections.abc import Hashable, Mapping
from typing import Any, Protocol

from ..calls import ToolCall, ToolFailed
from ..connections import Connection

Connections = Mapping[str, Connection]


class Executor(Protocol):
    """Calls the tools of one kind."""

    def destination(self, call: ToolCall, connections: Connections) -> Hashable | None:
        """What fails as one, for the circuit breaker; None for what runs here."""

    async def run(self, call: ToolCall, arguments: Mapping[str, Any], connections: Connections) -> Any:
        """What the tool returns. Raises `ToolFailed` for what the model may read, and whatever a function raises."""


def connection_of(call: ToolCall, connections: Connections, kind: str) -> Connection:
    """The connection that a tool names. Raises `ToolFailed` when it is not there, or of another kind."""
    name = call.tool.executor["connection"]
    connection = connections.get(name)
    if connection is None:
        raise ToolFailed(
            f"The connection {name!r} of this tool is missing; an administrator can add it", "connection_failed"
        )
    if connection.kind != kind:
        raise ToolFailed(
            f"The connection {name!r} of this tool is not of kind {kind!r}; an administrator can mend it",
            "connection_failed",
        )
    return connection


def identity_of(connection: Connection) -> Hashable:
    """What makes two connections the same: all of it, so that changed secrets are never served from old sessions."""
    return (connection.kind, connection.url, connection.auth, tuple(sorted(connection.headers.items())))
