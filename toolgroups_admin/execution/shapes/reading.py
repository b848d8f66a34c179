"""Reading messages that anybody may have written."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..calls import Asked, Message


def objects(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a list; none when it is no list."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []


def parts(message: Message, member: str, kind: str) -> list[Mapping[str, Any]]:
    """The parts of a message that are of this type."""
    return [part for part in objects(message.get(member)) if part.get("type") == kind]


def asked(calls: Iterable[tuple[Any, Any, Any]]) -> list[Asked]:
    """Calls from (id, name, arguments) each; a call without an id gets one by its place, a repeated id counts once."""
    found: dict[str, Asked] = {}
    for place, (given, name, arguments) in enumerate(calls):
        has_id = isinstance(given, str) and given != ""
        call_id = given if has_id else f"call_{place}"
        found.setdefault(call_id, Asked(call_id, name if isinstance(name, str) else "", arguments, has_id))
    return list(found.values())
