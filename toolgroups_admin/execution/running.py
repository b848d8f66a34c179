"""Running one call to its answer: time-out, retries, circuit breaker, and what becomes of an exception."""

import asyncio
import random
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Final

import anyio

from .calls import Answer, ToolCall, ToolFailed
from .circuits import CircuitBreaker
from .converting import fitted, within
from .executors import Connections, Executor
from .limits import Limits
from .preparing import prepared

ATTEMPTS: Final = 3
FIRST_PAUSE_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """Calls tools with the executors there are."""

    executors: Mapping[str, Executor]
    limits: Limits
    circuits: CircuitBreaker
    connections: Connections

    async def run(self, call: ToolCall) -> Answer:
        """The answer of one call; never raises, unless it is cancelled."""
        try:
            if call.tool.executor["kind"] == "client":
                prepared(call)
                return Answer("", "pending")
            value = await self._called(call, prepared(call))
            text, cut = fitted(value, self.limits.characters)
            return Answer(text, cut=cut)
        except ToolFailed as error:
            text, cut = within(str(error), self.limits.characters)
            return Answer(text, error.outcome, error, cut)
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001 - the policy decides; whatever a tool raises, the loop lives
            text, cut = within(error_text(call, error), self.limits.characters)
            return Answer(text, "tool_failed", error, cut)

    async def _called(self, call: ToolCall, arguments: Mapping[str, Any]) -> Any:
        executor = self.executors.get(call.tool.executor["kind"])
        if executor is None:
            raise ToolFailed(f"Tools of kind {call.tool.executor['kind']!r} cannot be called here")
        destination = executor.destination(call, self.connections)
        with nullcontext() if destination is None else self.circuits.around(destination):
            return await self._in_time(executor, call, arguments)

    async def _in_time(self, executor: Executor, call: ToolCall, arguments: Mapping[str, Any]) -> Any:
        seconds = call.tool.executor.get("timeout") or self.limits.seconds
        with anyio.move_on_after(seconds):
            return await self._tried(executor, call, arguments)
        raise ToolFailed(f"The tool did not answer within {seconds:g} seconds", "timed_out", transient=True)

    async def _tried(self, executor: Executor, call: ToolCall, arguments: Mapping[str, Any]) -> Any:
        attempts = ATTEMPTS if call.tool.executor.get("idempotent") else 1
        for attempt in range(1, attempts):
            try:
                return await executor.run(call, arguments, self.connections)
            except (ToolFailed, OSError) as error:
                if isinstance(error, ToolFailed) and not error.transient:
                    raise
            await anyio.sleep(FIRST_PAUSE_SECONDS * 2**attempt * random.uniform(0.5, 1.0))
        return await executor.run(call, arguments, self.connections)


def error_text(call: ToolCall, error: BaseException) -> str:
    """The message of an exception for the model; when it is blank, which tool and which type (contract 15)."""
    try:
        message = str(error).strip()
    except Exception:  # noqa: BLE001 - an exception that cannot even be told
        message = ""
    return message or f"The tool {call.sent_as!r} failed ({type(error).__name__})"
