"""What a program asks: a chat context, the format of the answer's tools, and whether to explain."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from toolgroups_admin.engine import FORMATS, Bounds, ChatContext, Fault, InvalidContext, parse_context

from .settled import settled

DEFAULT_FORMAT = "openai"


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A request body that was read."""

    context: ChatContext
    format: str
    explain: bool


def read_question(body: Any) -> Question:
    """The question in a decoded body (design §5); raises `InvalidContext` with everything that is wrong with it."""
    if not isinstance(body, dict):
        return Question(parse_context(body), DEFAULT_FORMAT, explain=False)
    context = dict(body)
    format = context.pop("format", DEFAULT_FORMAT)
    explain = context.pop("explain", False)
    now = context.pop("now", None)
    faults = list(_faults(format, explain, now))
    try:
        parsed = parse_context(context, bounds=bounds(), beside=("format", "explain"))
    except InvalidContext as invalid:
        raise InvalidContext([*invalid.faults, *faults]) from None
    if faults:
        raise InvalidContext(faults)
    return Question(parsed, format, explain=explain)


@settled
def bounds() -> Bounds:
    """How large a context may be, by the settings."""
    return Bounds(
        messages=settings.RESOLVE_MAX_MESSAGES,
        attributes=settings.RESOLVE_MAX_ATTRIBUTES,
        depth=settings.RESOLVE_MAX_DEPTH,
    )


def _faults(format: Any, explain: Any, now: Any) -> Iterator[Fault]:
    """What is wrong with the members that are not the context's, and with the one that a program may not set."""
    if not isinstance(format, str) or format not in FORMATS:
        known = {"formats": ", ".join(FORMATS)}
        yield Fault("unknown_format", "$.format", format, "this is no format", "Use one of: {formats}.", known)
    if not isinstance(explain, bool):
        yield Fault("wrong_type", "$.explain", explain, "this is neither true nor false", "Send true or false.")
    if now is not None:
        remedy = "Take it out; a dry run can set it."
        yield Fault("now_not_allowed", "$.now", now, "the time is the server's here", remedy)
