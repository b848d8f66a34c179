"""Executors: each kind of tool is called in its own way."""

from collections.abc import Hashable, Mapping
from typing import Any, Protocol

from ..calls import ToolCall
from ..connections import Connection

Connections = Mapping[str, Connection]


class Executor(Protocol):
    """Calls the tools of one kind."""

    def destination(self, call: ToolCall, connections: Connections) -> Hashable | None:
        """What fails as one, for the circuit breaker; None for what runs here."""

    async def run(self, call: ToolCall, arguments: Mapping[str, Any], connections: Connections) -> Any:
        """What the tool returns. Raises `ToolFailed` for what the model may read, and whatever a function raises."""
