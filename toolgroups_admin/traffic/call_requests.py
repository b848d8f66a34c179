"""What a program sends to have tools called."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolgroups_admin.engine import Fault, InvalidContext


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRequest:
    """A request that was read. `results` are texts by call id that are there already, `approvals` are by call id."""

    tool_token: str
    assistant_message: Mapping[str, Any]
    messages: tuple[Mapping[str, Any], ...] = ()
    tool_context: Mapping[str, Any] = field(default_factory=dict, repr=False)
    throw_on_tool_error: bool | None = None
    results: Mapping[str, str] = field(default_factory=dict)
    approvals: Mapping[str, str] = field(default_factory=dict)


def read_call_request(body: Any) -> CallRequest:
    """The request in a decoded body; raises `InvalidContext` with everything that is wrong with it."""
    if not isinstance(body, dict):
        raise InvalidContext([Fault("wrong_type", "$", None, "the body is no object", "Send a JSON object.")])
    if faults := list(_faults(body)):
        raise InvalidContext(faults)
    given = {name: value for name, value in body.items() if value is not None}
    return CallRequest(**{**given, "messages": tuple(given.get("messages", ()))})


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _are_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(each, str) for each in value.values())


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


_MEMBERS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "tool_token": (_is_text, "Send the tool_token of a resolve answer."),
    "assistant_message": (_is_object, "Send the model's message, an object."),
    "messages": (_are_objects, "Send a list of messages, each an object."),
    "tool_context": (_is_object, "Send an object of names and values."),
    "throw_on_tool_error": (_is_bool, "Send true, false or null."),
    "results": (_are_texts, "Send an object that has a text for each call id."),
    "approvals": (_are_texts, "Send an object that has an approval for each call id."),
}
_REQUIRED = ("tool_token", "assistant_message")


def _faults(body: Mapping[str, Any]) -> Iterator[Fault]:
    """No fault shows a value: it may be one of the tool context."""
    for name, value in body.items():
        if name not in _MEMBERS:
            remedy = "Take it out; there are {members}."
            yield Fault(
                "unknown_member", f"$.{name}", None, "there is no such member", remedy, {"members": ", ".join(_MEMBERS)}
            )
        elif value is not None and not _MEMBERS[name][0](value):
            yield Fault("wrong_type", f"$.{name}", None, "this has another type", _MEMBERS[name][1])
    for name in _REQUIRED:
        if body.get(name) is None:
            yield Fault("missing", f"$.{name}", None, "this is missing", _MEMBERS[name][1])
