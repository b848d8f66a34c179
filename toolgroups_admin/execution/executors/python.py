"""Tools that are functions in this process."""

import asyncio
import inspect
from collections.abc import Callable, Hashable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Final

import anyio
import anyio.to_thread
from anyio.lowlevel import RunVar

from ..calls import ToolCall, ToolFailed
from ..functions import FunctionTool
from ..preparing import visible_context
from ..signatures import ToolContext
from . import Connections

THREADS: Final = 200


class PythonExecutor:
    """Awaits coroutines in the loop of the caller, and calls all other functions in threads.

    Each call in a thread runs within `around()`, which may let go of what a thread should not keep, such as the
    connection to a database.
    """

    def __init__(
        self,
        functions: Mapping[str, FunctionTool],
        *,
        threads: int = THREADS,
        around: Callable[[], AbstractContextManager[Any]] = nullcontext,
    ) -> None:
        self._functions, self._threads, self._around = functions, threads, around
        self._limiter: RunVar[anyio.CapacityLimiter] = RunVar("threads for tools")

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
        answer = await anyio.to_thread.run_sync(
            partial(self._in_thread, function, given), limiter=self._threads_of_loop(), abandon_on_cancel=True
        )
        return await answer if inspect.isawaitable(answer) else answer

    def _threads_of_loop(self) -> anyio.CapacityLimiter:
        """Each loop has its own, for waiting is a matter of one loop."""
        limiter = self._limiter.get(None)
        if limiter is None:
            limiter = anyio.CapacityLimiter(self._threads)
            self._limiter.set(limiter)
        return limiter

    def _in_thread(self, function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
        try:
            with self._around():
                return function(**given)
        except GeneratorExit as error:  # thrown into the waiting coroutine it would end that one, not be caught there
            raise RuntimeError("GeneratorExit") from error
