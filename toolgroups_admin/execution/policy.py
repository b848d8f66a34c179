"""What becomes of a failed call: words for the model, or an error for the caller (contract 15)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from .calls import TOOL_ERRORS, Answer, CallResult, Processor, ToolCall, ToolCallsFailed, ToolExecutionResult
from .interception import CallInterceptorFailed

_TRUE: Final = frozenset(("true", "on", "ok", "y", "yes", "1"))


@dataclass(frozen=True, slots=True)
class ErrorPolicy:
    """`throw_on_tool_error` sends every error of a tool to the caller; a `processor` in code decides before it.

    The processor gets the call and what was raised; it returns the words for the model, or raises, which goes to the caller.
    """

    throw_on_tool_error: bool = False
    processor: Processor | None = None

    def judged(self, call: ToolCall, answer: Answer) -> tuple[Answer, BaseException | None]:
        """The answer for the model, and what goes to the caller instead, if anything does."""
        error = answer.error
        if isinstance(error, CallInterceptorFailed):
            return answer, error
        if error is None or answer.outcome not in TOOL_ERRORS:
            return answer, None
        if self.processor is not None:
            return self._processed(self.processor, call, answer, error)
        is_callers = call.tool.executor["kind"] == "python" and isinstance(error, OSError | MemoryError)
        return answer, error if self.throw_on_tool_error or is_callers else None

    @staticmethod
    def _processed(
        processor: Processor, call: ToolCall, answer: Answer, error: BaseException
    ) -> tuple[Answer, BaseException | None]:
        try:
            return replace(answer, text=processor(call, error)), None
        except (Exception, SystemExit, KeyboardInterrupt) as raised:  # noqa: BLE001 - raising is how a processor sends it to the caller
            return answer, raised


def policy_of(environment: Mapping[str, str]) -> ErrorPolicy:
    """The policy that `TOOLGROUPS_THROW_ON_TOOL_ERROR` sets, read as Django's settings read it."""
    said = environment.get("TOOLGROUPS_THROW_ON_TOOL_ERROR", "")
    return ErrorPolicy(throw_on_tool_error=said.strip().lower() in _TRUE)


def raise_for(failures: Sequence[CallResult], raised: Sequence[BaseException], result: ToolExecutionResult) -> None:
    """Raises `ToolCallsFailed` when something goes to the caller; what finished is in it."""
    if failures:
        names = ", ".join(dict.fromkeys(repr(failure.name) for failure in failures))
        raise ToolCallsFailed(f"Calls of {names} failed; the other results are kept", result, failures) from raised[0]
