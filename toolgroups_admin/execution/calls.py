"""A call of a tool, what came of it, and what all calls of a message came to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, Self

from toolgroups_admin.engine import Tool

Message = Mapping[str, Any]
Outcome = Literal[
    "ok",
    "pending",  # of a client tool: the caller runs it
    "approval_required",  # of somebody: an interceptor asks for it, and the call is made again with it
    "unknown_tool",
    "bad_arguments",
    "refused",  # by an interceptor
    "tool_failed",
    "timed_out",
    "connection_failed",
    "limit_reached",
    "cancelled",
]
# What is the model's mistake or a bound of ours is told to the model in any case; these are errors of tools.
UNANSWERED: Final = frozenset({"pending", "approval_required"})
TOOL_ERRORS: Final = frozenset({"tool_failed", "timed_out", "connection_failed", "cancelled"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A call as it stands in a model's message; `arguments` are text, an object or nothing."""

    id: str
    name: str
    arguments: Any
    has_id: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """What one call came to, before the model sees it; `error` is what was raised."""

    text: str
    outcome: Outcome = "ok"
    error: BaseException | None = field(default=None, repr=False, compare=False)
    cut: bool = False

    @property
    def failed(self) -> bool:
        return self.outcome != "ok" and self.outcome not in UNANSWERED


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call of an offered tool, as an interceptor sees it. Immutable: `with_` makes one with other arguments.

    `malformed` says why the model's arguments could not be read; other arguments clear it. `context` is the tool
    context, which is never shown.
    """

    id: str
    sent_as: str
    tool: Tool
    arguments: Mapping[str, Any]
    malformed: str | None = None
    context: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def with_(self, *, arguments: Mapping[str, Any]) -> Self:
        """The same call with other arguments."""
        return replace(self, arguments=arguments, malformed=None)

    def answer(self, text: str) -> Answer:
        """An answer without calling the tool, from a cache perhaps."""
        return Answer(text)

    def refuse(self, why: str) -> Answer:
        """A refusal, with words that tell the model why."""
        return Answer(why, "refused")

    def ask_approval(self, why: str) -> Answer:
        """Leaves the call unanswered until somebody has approved it."""
        return Answer(why, "approval_required")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallResult:
    """The one result of a call id. `text` is what the model reads; `key` is None for an unknown or inline tool."""

    id: str
    name: str
    key: str | None
    text: str
    outcome: Outcome
    seconds: float = 0.0
    cut: bool = False
    has_id: bool = True
    error: BaseException | None = field(default=None, repr=False, compare=False)

    @property
    def failed(self) -> bool:
        return self.outcome != "ok" and self.outcome not in UNANSWERED


@dataclass(frozen=True, slots=True)
class ToolExecutionResult:
    """All results in call order, the history with them, and whether they go to the user as they are (contract 13)."""

    conversation_history: tuple[Message, ...]
    return_direct: bool
    results: tuple[CallResult, ...]
    answers: tuple[Message, ...] = ()

    @property
    def pending(self) -> tuple[CallResult, ...]:
        """Calls of client tools, which the caller answers itself; the history has no answers of theirs."""
        return tuple(result for result in self.results if result.outcome == "pending")

    @property
    def unapproved(self) -> tuple[CallResult, ...]:
        """Calls that wait for somebody's approval; the history has no answers of theirs either."""
        return tuple(result for result in self.results if result.outcome == "approval_required")


class ToolFailed(Exception):
    """A tool failed in a way that the model may read; `transient` failures of idempotent tools are tried again."""

    def __init__(self, text: str, outcome: Outcome = "tool_failed", *, transient: bool = False) -> None:
        self.outcome: Outcome = outcome
        self.transient = transient
        super().__init__(text)


class ToolCallsFailed(Exception):
    """A failure that goes to the caller; `result` has everything that finished, the failed calls with their texts.

    `failures` are the results that caused it, in call order; `__cause__` is what the first of them raised.
    """

    def __init__(self, why: str, result: ToolExecutionResult, failures: Sequence[CallResult]) -> None:
        self.result = result
        self.failures = tuple(failures)
        super().__init__(why)


class TurnLimitReached(ToolCallsFailed):
    """A turn asked for more calls than its limits allow (contract 16)."""


Processor = Callable[[ToolCall, BaseException], str]
Listener = Callable[[Asked, CallResult], None]
