"""Reading what a provider answers: a message, or a piece of one, with members of the types that are gone on with."""

import json
from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]


class Unreadable(Exception):
    """What a provider answered is no chat."""


def choices_of(answer: Any) -> list[Json]:
    """The choices of an answer or of a chunk; raises `Unreadable`."""
    found = _object(answer).get("choices") or []
    if not isinstance(found, list):
        raise Unreadable
    return [_object(choice) for choice in found]


def message_of(choice: Mapping[str, Any], member: str) -> Json:
    """A message or delta whose content is text and whose calls have texts; raises `Unreadable`."""
    message = _object(choice.get(member))
    if not isinstance(message.get("role"), str | None):
        raise Unreadable
    content, calls = message.get("content"), message.get("tool_calls")
    if not isinstance(content, str | None):
        message = message | {"content": _text(content)}
    if calls is None:
        return message
    if not isinstance(calls, list):
        raise Unreadable
    return message | {"tool_calls": [_call(_object(call)) for call in calls]}


def finish_of(choice: Mapping[str, Any]) -> str | None:
    """Why the message ended, where that is said."""
    reason = choice.get("finish_reason")
    return reason if isinstance(reason, str) else None


def _text(content: Any) -> str:
    """Some providers answer in parts, as they are asked in; only texts are for people."""
    if not isinstance(content, list):
        raise Unreadable
    texts = [part.get("text") for part in content if isinstance(part, dict)]
    return "".join(text for text in texts if isinstance(text, str))


def _call(call: Json) -> Json:
    given, index = call.get("id"), call.get("index")
    if not isinstance(index, int | None):
        raise Unreadable
    found = call if isinstance(given, str | None) else call | {"id": None}
    if call.get("function") is None:
        return found
    function = _object(call["function"])
    if not isinstance(function.get("name"), str | None):
        raise Unreadable
    arguments = function.get("arguments")
    written = arguments if isinstance(arguments, str | None) else json.dumps(arguments, ensure_ascii=False)
    return found | {"function": function | {"arguments": written}}


def _object(value: Any) -> Json:
    if not isinstance(value, dict):
        raise Unreadable
    return value
