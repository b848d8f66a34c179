"""A request body that was pasted: found out whose it is, and taken apart into a context."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop

from toolgroups_admin.catalog.format_names import FORMAT_NAMES

from .pasted_bodies import Taken, from_anthropic, from_gemini, from_openai, from_responses

Json = Mapping[str, Any]

OURS = "ours"
NOT_OF_A_CONTEXT = ("format", "explain")  # members of a resolve request's body that may be pasted along
NAMES = {OURS: gettext_noop("the resolve API"), **FORMAT_NAMES}
READERS: Mapping[str, Callable[[Json], Taken]] = {
    "openai": from_openai,
    "openai-responses": from_responses,
    "anthropic": from_anthropic,
    "gemini": from_gemini,
}


class UnknownBody(Exception):
    """The object has the members of no body that is known."""


@dataclass(frozen=True, slots=True)
class Pasted:
    """Whose body it was, its context, and the places that have none in a context."""

    format: str
    context: dict[str, Any]
    left_out: tuple[str, ...] = ()


def taken_apart(body: Json, current: Json) -> Pasted:
    """The context of a body; what a provider's body does not say stays as in the current one. Raises UnknownBody."""
    format = format_of(body)
    if format == OURS:
        return Pasted(OURS, {name: value for name, value in body.items() if name not in NOT_OF_A_CONTEXT})
    taken = READERS[format](body)
    kept = {name: value for name, value in current.items() if name not in ("messages", "tools", "tool_choice")}
    options = {"options": {**kept.get("options", {}), **taken.options}} if taken.options else {}
    return Pasted(format, {**kept, **taken.context(), **options}, tuple(taken.left_out))


def format_of(body: Json) -> str:
    """Whose body it is, by the members that only one of them has; raises UnknownBody."""
    if isinstance(body.get("prompt"), str) and "input" not in body:
        return OURS
    if "contents" in body:
        return "gemini"
    if "input" in body:
        return "openai-responses"
    if "messages" in body:
        return "anthropic" if _is_anthropic(body) else "openai"
    raise UnknownBody


def _is_anthropic(body: Json) -> bool:
    choice = body.get("tool_choice")
    tools = body.get("tools")
    return (
        "system" in body
        or "anthropic_version" in body
        or (isinstance(choice, dict) and choice.get("type") in ("auto", "any", "tool", "none"))
        or (isinstance(tools, list) and any(isinstance(tool, dict) and "input_schema" in tool for tool in tools))
    )
