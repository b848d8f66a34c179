"""From what is typed to the context it means."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from toolgroups_admin.engine import MalformedJSON, decode_json

from .json_words import why_malformed
from .pasting import NOT_OF_A_CONTEXT
from .typed import IDENTITIES, JSON, Attribute, Turn, Typed
from .values import number_of, value_of

Json = dict[str, Any]

CHOICES = ("auto", "none", "required")


@dataclass(frozen=True, slots=True)
class InputFault:
    """What is wrong with a field of the page, in words; `row` where the field has several."""

    field: str
    words: str
    row: int | None = None


@dataclass(slots=True)
class _Reading:
    faults: list[InputFault] = field(default_factory=list)

    def fault(self, field: str, words: str, row: int | None = None) -> None:
        self.faults.append(InputFault(field, words, row))

    def json(self, text: str, field: str, row: int | None = None) -> Any:
        try:
            return decode_json(text.encode(errors="replace"))
        except MalformedJSON as malformed:
            self.fault(
                field,
                _("Line {line}, column {column} is no JSON: {reason}. Mend it there.").format(
                    line=malformed.line, column=malformed.column, reason=why_malformed(malformed)
                ),
                row,
            )
            return None


def read_json(text: str, field: str) -> tuple[Any, list[InputFault]]:
    """The JSON that is typed in a field, and what is wrong with it."""
    reading = _Reading()
    return reading.json(text, field), reading.faults


def context_of(typed: Typed) -> tuple[Json, list[InputFault]]:
    """The context that is typed, not yet checked by the engine, and what cannot be read of it."""
    reading = _Reading()
    context = _whole(typed, reading) if typed.tab == JSON else _form(typed, reading)
    return context, reading.faults


def _whole(typed: Typed, reading: _Reading) -> Json:
    context = reading.json(typed.whole, "whole") if typed.whole.strip() else {}
    if reading.faults:
        return {}
    if not isinstance(context, dict):
        reading.fault("whole", _("This is no JSON object. Write the context's members between { and }."))
        return {}
    for member in NOT_OF_A_CONTEXT:
        context.pop(member, None)
    return context


def _form(typed: Typed, reading: _Reading) -> Json:
    further = reading.json(typed.further, "further") if typed.further.strip() else {}
    if further is not None and not isinstance(further, dict):
        reading.fault("further", _("This is no JSON object. Write the context's members between { and }."))
    context: Json = {}
    for part in _form_parts(typed, reading):
        _merge(context, part)
    if isinstance(further, dict):
        for path in _merge(context, further):
            words = _("“{path}” is given by a field of the form already. Leave it out in one of the two places.")
            reading.fault("further", words.format(path=path))
    return context


def _form_parts(typed: Typed, reading: _Reading) -> Iterator[Json]:
    if typed.prompt:
        yield {"prompt": typed.prompt}
    if typed.turns:
        yield {"messages": [_message(turn, row, reading) for row, turn in enumerate(typed.turns)]}
    yield from _lines(typed, reading)
    if attributes := _named(typed.attributes, "attributes", reading):
        yield {"attributes": {name: _attribute(row, place, reading) for name, (place, row) in attributes.items()}}
    if headers := _named(typed.headers, "headers", reading):
        yield {"request": {"headers": {name: row.value for name, (_place, row) in headers.items()}}}


def _lines(typed: Typed, reading: _Reading) -> Iterator[Json]:
    """The fields of one line that are filled in."""
    for name, member in IDENTITIES.items():
        if getattr(typed, name):
            yield {member: _identity(typed, name, reading)}
    for name in ("groups", "tools"):
        if getattr(typed, name):
            yield {name: _names(typed, name, reading)}
    if typed.model:
        yield {"options": {"model": typed.model}}
    if typed.streaming:
        yield {"streaming": True}
    if typed.now:
        yield {"now": typed.now}
    if typed.tool_choice:
        yield {"tool_choice": typed.tool_choice if typed.tool_choice in CHOICES else {"tool": typed.tool_choice}}


def _message(turn: Turn, row: int, reading: _Reading) -> Any:
    if turn.whole:
        return reading.json(turn.content, "turns", row)
    return {"role": turn.role, "content": turn.content}


def _identity(typed: Typed, field: str, reading: _Reading) -> Any:
    value: str = getattr(typed, field)
    if getattr(typed, f"{field}_type") == "text":
        return value
    try:
        return number_of(value)
    except ValueError as problem:
        reading.fault(field, str(problem))
        return None


def _names(typed: Typed, field: str, reading: _Reading) -> Any:
    try:
        return value_of("list", getattr(typed, field), "")
    except ValueError as problem:
        reading.fault(field, str(problem))
        return []


def _attribute(row: Attribute, place: int, reading: _Reading) -> Any:
    try:
        return value_of(row.type, row.value, row.flag)
    except ValueError as problem:
        reading.fault("attributes", f"{row.name}: {problem}", place)
        return None


def _named(rows: tuple[Any, ...], field: str, reading: _Reading) -> dict[str, tuple[int, Any]]:
    """The rows by name with their places; a row with neither name nor value is one that nobody has filled in yet."""
    named: dict[str, tuple[int, Any]] = {}
    for place, row in enumerate(rows):
        if not row.name and row.value:
            reading.fault(
                field, _("“{value}” has no name. Give it one, or take the row out.").format(value=row.value), place
            )
        elif row.name in named:
            reading.fault(field, _("“{name}” is there twice. Take one of the two out.").format(name=row.name), place)
        elif row.name:
            named[row.name] = (place, row)
    return named


def _merge(into: Json, members: Json, path: str = "") -> list[str]:
    """Adds the members at every level; returns the paths at which there was a value already, which stays."""
    collisions = []
    for name, value in members.items():
        there = into.get(name)
        if name not in into:
            into[name] = value
        elif isinstance(there, dict) and isinstance(value, dict):
            collisions += _merge(there, value, f"{path}{name}.")
        else:
            collisions.append(f"{path}{name}")
    return collisions
