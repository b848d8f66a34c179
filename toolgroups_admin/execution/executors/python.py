"""Tools that are functions in this process."""

import asyncio
import inspect
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any, Final

import anyio
import anyio.to_thread

from ..calls import ToolCall, ToolFailed
from ..functions import FunctionTool
from ..preparing import visible_context
from ..signatures import ToolContext
from . import Connections

THREADS: Final = 200


class PythonExecutor:
    """Awaits coroutines in the loop of the tools, and calls all other functions in threads."""

    def __init__(self, functions: Mapping[str, FunctionTool], *, threads: int = THREADS) -> None:
        self._functions, self._threads = functions, threads
        self._limiter: anyio.CapacityLimiter | None = None

    def destination(self, call: ToolCall, connections: Connections) -> Hashable | None:
        return None

    async def run(self, call: ToolCall, arguments: Mapping[str, Any], connections: Connections) -> Any:
        found = self._functions.get(call.tool.executor["function"])
        if found is None:
            raise ToolFailed(f"The function of the tool {call.sent_as!r} is not there; an administrator can say why")
        given = found.signature.read(arguments)
        if found.signature.context is not None:
            given[found.signature.context] = ToolContext(visible_context(call))
        try:
            return await self._called(found.function, given)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise ToolFailed("The tool gave up", "cancelled") from None  # nobody but the tool itself cancelled it

    async def _called(self, function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
        if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None)):  # noqa: B004
            return await function(**given)
        self._limiter = self._limiter or anyio.CapacityLimiter(self._threads)
        answer = await anyio.to_thread.run_sync(
            partial(function, **given), limiter=self._limiter, abandon_on_cancel=True
        )
        return await answer if inspect.isawaitable(answer) else answer
