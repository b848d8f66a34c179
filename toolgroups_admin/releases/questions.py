"""What a program asks: a chat context, the format of the answer's tools, and whether to explain."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from toolgroups_admin.engine import FORMATS, Bounds, ChatContext, Fault, InvalidContext, parse_context

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
        return Question(parse_context(body), DEFAULT_FORMAT, False)
    context, format, explain = dict(body), body.get("format", DEFAULT_FORMAT), body.get("explain", False)
    for member in ("format", "explain", "now"):
        context.pop(member, None)
    faults = _faults(body, format, explain)
    try:
        parsed = parse_context(context, bounds=_bounds())
    except InvalidContext as invalid:
        raise InvalidContext([*invalid.faults, *faults]) from None
    if faults:
        raise InvalidContext(faults)
    return Question(parsed, format, explain)


def _bounds() -> Bounds:
    return Bounds(
        messages=settings.RESOLVE_MAX_MESSAGES,
        attributes=settings.RESOLVE_MAX_ATTRIBUTES,
        depth=settings.RESOLVE_MAX_DEPTH,
    )


def _faults(body: Mapping[str, Any], format: Any, explain: Any) -> list[Fault]:
    """What is wrong with the members that are not the context's, and with those that a program may not set."""
    faults = []
    if not isinstance(format, str) or format not in FORMATS:
        remedy = "Use one of: {formats}."
        faults.append(
            Fault("unknown_format", "$.format", format, "this is no format", remedy, {"formats": ", ".join(FORMATS)})
        )
    if not isinstance(explain, bool):
        faults.append(
            Fault("wrong_type", "$.explain", explain, "this is neither true nor false", "Send true or false.")
        )
    if body.get("now") is not None:
        template = "the time is the server's here"
        faults.append(Fault("now_not_allowed", "$.now", body["now"], template, "Take it out; a dry run can set it."))
    return faults
