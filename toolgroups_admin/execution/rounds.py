"""One round: all calls of one assistant message, at once where they may be, answered in call order (contract 12)."""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import anyio

from toolgroups_admin.engine import Tool

from .arguments import Malformed, read_arguments
from .calls import Answer, Asked, CallResult, Listener, ToolCall, ToolFailed
from .interception import CallInterceptor, CallInterceptorFailed, chain
from .policy import ErrorPolicy
from .running import Runner

logger = logging.getLogger("toolgroups_admin.execution")


@dataclass(slots=True)
class Round:
    """The calls of one message with what they share; `raised` collects what goes to the caller, by call id."""

    tools: Mapping[str, Tool]
    context: Mapping[str, Any]
    runner: Runner
    policy: ErrorPolicy
    interceptors: Sequence[CallInterceptor]
    given: Mapping[str, str]
    raised: dict[str, BaseException]
    listener: Listener | None = None

    async def results(self, calls: Sequence[Asked], refused: Mapping[str, str]) -> list[CallResult]:
        """One result for each call, in order. `refused` has the texts of calls that are too many, by id."""
        done: dict[str, CallResult] = {}
        for is_barrier, batch in groupby(calls, key=self._is_barrier):
            for together in [[call] for call in batch] if is_barrier else [list(batch)]:
                async with anyio.create_task_group() as tasks:
                    for call in together:
                        tasks.start_soon(self._answer, call, refused.get(call.id), done)
        return [done.get(call.id) or self._result(call, _CANCELLED, 0.0) for call in calls]

    def _is_barrier(self, call: Asked) -> bool:
        tool = self.tools.get(call.name)
        return tool is not None and tool.sequential

    async def _answer(self, asked: Asked, refused: str | None, done: dict[str, CallResult]) -> None:
        started, answer = time.perf_counter(), _CANCELLED
        try:
            answer = Answer(refused, "limit_reached") if refused is not None else await self._answered(asked)
        finally:
            seconds = time.perf_counter() - started
            logger.debug("call %r of %r: %s after %.3f s", asked.id[:64], asked.name[:64], answer.outcome, seconds)
            done[asked.id] = self._result(asked, answer, seconds)
            if self.listener is not None:
                self.listener(asked, done[asked.id])

    async def _answered(self, asked: Asked) -> Answer:
        tool = self.tools.get(asked.name)
        if tool is None:
            return Answer(
                f"There is no tool {asked.name[:64]!r} in this chat. Call only tools that you were given",
                "unknown_tool",
            )
        if asked.id in self.given and tool.executor["kind"] == "client":
            return Answer(self.given[asked.id])
        call = self._call(asked, tool)
        logger.debug("call %r of %r begins (%s)", call.id[:64], call.sent_as[:64], tool.executor["kind"])
        try:
            answer = await chain(self.interceptors, self.runner.run)(call)
        except ToolFailed as error:
            answer = Answer(str(error) or "This call was refused", "refused", error)
        except CallInterceptorFailed as error:
            answer = Answer("This call could not be checked and was not made", "refused", error)
        answer, raised = self.policy.judged(call, answer)
        if raised is not None:
            self.raised[asked.id] = raised
        return answer

    def _call(self, asked: Asked, tool: Tool) -> ToolCall:
        arguments, malformed = {}, None
        try:
            arguments = read_arguments(asked.arguments)
        except Malformed as error:
            malformed = str(error)
        return ToolCall(
            id=asked.id, sent_as=asked.name, tool=tool, arguments=arguments, malformed=malformed, context=self.context
        )

    def _result(self, asked: Asked, answer: Answer, seconds: float) -> CallResult:
        tool = self.tools.get(asked.name)
        return CallResult(
            id=asked.id,
            name=asked.name,
            key=tool.key if tool else None,
            text=answer.text,
            outcome=answer.outcome,
            seconds=seconds,
            cut=answer.cut,
            has_id=asked.has_id,
            error=answer.error,
        )


_CANCELLED = Answer("This call was given up before it finished", "cancelled")
