"""From a context to a page that is filled with it, and between its two tabs."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from .contexts import CHOICES, context_of
from .typed import FORM, IDENTITIES, JSON, ROLES, Attribute, Header, Turn, Typed
from .values import attribute_of, is_line, list_text

Json = dict[str, Any]


def typed_of(context: Mapping[str, Any], typed: Typed) -> Typed:
    """The page filled with a context: what the form has no field for stands as JSON in `further`."""
    rest = dict(context)
    messages = _take(rest, (), "messages", _is_list_of_objects)
    prompt = _take(rest, (), "prompt", _is_line)
    identities = {field: _take(rest, (), member, _is_identity) for field, member in IDENTITIES.items()}
    names = {field: _take(rest, (), field, _is_list_of_names) for field in ("groups", "tools")}
    choice = _take(rest, (), "tool_choice", _is_choice)
    streaming = _take(rest, (), "streaming", lambda value: value is True)
    now = _take(rest, (), "now", _is_line)
    model = _take(rest, ("options",), "model", _is_line)
    attributes = _take_all(rest, ("attributes",), lambda value: True)
    headers = _take_all(rest, ("request", "headers"), _is_line)
    lines: Json = {
        **{field: _identity_text(value) for field, value in identities.items()},
        **{f"{field}_type": _identity_type(value) for field, value in identities.items()},
        **{field: list_text(value) if value else "" for field, value in names.items()},
    }
    return replace(
        typed,
        tab=FORM,
        prompt=prompt or typed.prompt,
        turns=tuple(_turn(message) for message in messages or ()),
        **lines,
        tool_choice=choice["tool"] if isinstance(choice, dict) else choice or "",
        streaming=streaming or False,
        now=now or "",
        model=model or "",
        attributes=tuple(Attribute(name, *attribute_of(value)) for name, value in attributes.items()),
        headers=tuple(Header(name, value) for name, value in headers.items()),
        further=json_text(rest) if rest else "",
        whole="",
        pasted="",
        step=0,
    )


def in_json(typed: Typed) -> Typed:
    """The page with its whole context as JSON; as it was where something cannot be read."""
    context, faults = context_of(typed)
    return typed if faults else replace(typed, tab=JSON, whole=json_text(context))


def in_form(typed: Typed) -> Typed:
    """The page with its JSON taken apart into fields; as it was where it cannot be read."""
    context, faults = context_of(typed)
    return typed if faults else typed_of(context, typed)


def json_text(value: Any) -> str:
    """JSON for people."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def _take(rest: Json, way: tuple[str, ...], name: str, fits: Callable[[Any], bool]) -> Any:
    """The member below `way`, taken out of `rest` if it fits; None otherwise."""
    place = _place(rest, way)
    if place is None or name not in place or not fits(place[name]):
        return None
    value = place.pop(name)
    _close(rest, way)
    return value


def _take_all(rest: Json, way: tuple[str, ...], fits: Callable[[Any], bool]) -> Json:
    """All members below `way` that have a name of one line and fit, taken out of `rest`."""
    place = _place(rest, way)
    if place is None:
        return {}
    names = [name for name, value in place.items() if is_line(name) and fits(value)]
    taken = {name: place.pop(name) for name in names}
    _close(rest, way)
    return taken


def _place(rest: Json, way: tuple[str, ...]) -> Json | None:
    """The object at the end of a way, with every object on the way copied, so that the context stays as it is."""
    place = rest
    for step in way:
        if not isinstance(place.get(step), dict):
            return None
        place[step] = dict(place[step])
        place = place[step]
    return place


def _close(rest: Json, way: tuple[str, ...]) -> None:
    """Takes the objects on a way out where nothing is left in them."""
    for length in range(len(way), 0, -1):
        place = rest
        for step in way[: length - 1]:
            place = place[step]
        if not place[way[length - 1]]:
            del place[way[length - 1]]


def _turn(message: Mapping[str, Any]) -> Turn:
    content = message.get("content")
    plain = isinstance(content, str) and not set(content) & {"\r", "\0"}
    if plain and message.keys() == {"role", "content"} and message["role"] in ROLES:
        return Turn(message["role"], content or "")
    return Turn("", json_text(message), whole=True)


def _is_list_of_objects(messages: Any) -> bool:
    return isinstance(messages, list) and all(isinstance(message, dict) for message in messages)


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and is_line(value)


def _is_identity(value: Any) -> bool:
    return _is_line(value) or (isinstance(value, int | float) and not isinstance(value, bool))


def _identity_text(value: Any) -> str:
    return value or "" if value is None or isinstance(value, str) else json.dumps(value)


def _identity_type(value: Any) -> str:
    return "text" if value is None or isinstance(value, str) else "number"


def _is_list_of_names(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(_is_line(name) for name in value)


def _is_choice(value: Any) -> bool:
    if isinstance(value, dict):
        return list(value) == ["tool"] and _is_line(value["tool"]) and value["tool"] not in CHOICES
    return value in CHOICES
