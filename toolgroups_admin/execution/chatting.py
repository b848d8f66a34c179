"""The loop of a chat: ask the model, execute what it calls, ask again, until there is something for the user."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Unpack

import anyio

from .calls import CallResult, Message, ToolExecutionResult
from .manager import CallOptions, ToolCallingManager
from .offered import Offered
from .shapes import calls_of

Model = Callable[[Sequence[Message]], Message]
AsyncModel = Callable[[Sequence[Message]], Awaitable[Message]]
Ending = Literal["answer", "return_direct", "client_tool", "approval", "limit", "timeout"]

SECONDS: Final = 300.0
# A model that was told of a limit may answer with what it has; one that goes on calling is stopped.
ROUNDS_OF_LIMITS: Final = 2


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat that came to an end: by an answer, the last message; by results for the user as they are; or before one.

    At `client_tool` the caller answers the calls that are `pending` and may go on from `messages`; at `approval` somebody
    approves calls, and the last round is executed again.
    """

    messages: tuple[Message, ...]
    ended_by: Ending
    results: tuple[CallResult, ...] = ()
    last: ToolExecutionResult | None = None

    @property
    def direct(self) -> tuple[str, ...]:
        """The texts that go to the user as they are."""
        return tuple(each.text for each in self.last.results) if self.last and self.ended_by == "return_direct" else ()

    @property
    def pending(self) -> tuple[CallResult, ...]:
        """The calls that are left to the caller."""
        return self.last.pending if self.last else ()

    @property
    def unapproved(self) -> tuple[CallResult, ...]:
        """The calls that wait for somebody's approval."""
        return self.last.unapproved if self.last else ()


async def arun_chat(
    manager: ToolCallingManager,
    model: AsyncModel,
    messages: Sequence[Message],
    tools: Offered,
    tool_context: Mapping[str, Any] | None = None,
    *,
    said: Message | None = None,
    seconds: float = SECONDS,
    **options: Unpack[CallOptions],
) -> Chat:
    """Runs a chat to its end. `model` gets the history and gives the assistant's next message, in any shape.

    `said` is a message that the model has given already: its calls are made first. `options` are those of
    `ToolCallingManager.aexecute`, whose errors are raised; so are the model's.
    """
    course = _Course(messages)
    with anyio.move_on_after(seconds):
        while course.ended_by is None:
            said = said or await model(course.messages)
            if calls_of(said):
                course.executed(await manager.aexecute(course.messages, said, tools, tool_context, **options))
            else:
                course.answered(said)
            said = None
    return course.chat()


def run_chat(
    manager: ToolCallingManager,
    model: Model,
    messages: Sequence[Message],
    tools: Offered,
    tool_context: Mapping[str, Any] | None = None,
    *,
    said: Message | None = None,
    seconds: float = SECONDS,
    **options: Unpack[CallOptions],
) -> Chat:
    """The same for callers without an event loop; the time-out is looked at between steps."""
    course, end = _Course(messages), time.monotonic() + seconds
    while course.ended_by is None and time.monotonic() < end:
        said = said or model(course.messages)
        if calls_of(said):
            course.executed(manager.execute(course.messages, said, tools, tool_context, **options))
        else:
            course.answered(said)
        said = None
    return course.chat()


class _Course:
    """How a chat has gone so far."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self.messages: tuple[Message, ...] = tuple(messages)
        self.ended_by: Ending | None = None
        self._results: list[CallResult] = []
        self._last: ToolExecutionResult | None = None
        self._rounds_of_limits = 0

    def answered(self, said: Message) -> None:
        self.messages = (*self.messages, said)
        self.ended_by = "answer"

    def executed(self, result: ToolExecutionResult) -> None:
        self.messages, self._last = result.conversation_history, result
        self._results += result.results
        self._rounds_of_limits += any(each.outcome == "limit_reached" for each in result.results)
        if result.pending:
            self.ended_by = "client_tool"
        elif result.unapproved:
            self.ended_by = "approval"
        elif result.return_direct:
            self.ended_by = "return_direct"
        elif self._rounds_of_limits >= ROUNDS_OF_LIMITS:
            self.ended_by = "limit"

    def chat(self) -> Chat:
        return Chat(self.messages, self.ended_by or "timeout", tuple(self._results), self._last)
