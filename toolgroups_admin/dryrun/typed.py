"""What a person has typed on the page, as typed: nothing is lost when something is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from django.http import QueryDict

from toolgroups_admin.catalog.inputs import with_plain_line_ends

DRAFT = "draft"
FORM, JSON = "form", "json"
ROLES = ("system", "developer", "user", "assistant", "tool")
IDENTITIES = {"account": "account_id", "conversation": "conversation_id", "bot": "bot_id", "turn": "turn_id"}

MOST_DIGITS = 7
_LINES = ("against", "model", "now", "groups", "tools", "tool_choice", "further", "whole", "pasted", "unfolded")

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Turn:
    """One message: its text, or, when `whole`, the JSON of all its members."""

    role: str = "user"
    content: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute with the type that its value is read as; a flag's value is `true` or `false`."""

    name: str = ""
    type: str = "text"
    value: str = ""
    flag: str = "true"


@dataclass(frozen=True, slots=True)
class Header:
    """One header of the model request that is about to be made."""

    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Everything on the page's left side, and which parts of the answer are looked at.

    `pasted` is a body that was not taken apart yet, `step` the user message up to which the chat is tried, 0 being the last.
    """

    source: str = DRAFT
    against: str = ""
    prompt: str = ""
    tab: str = FORM
    turns: tuple[Turn, ...] = (Turn(),)
    account: str = ""
    account_type: str = "text"
    conversation: str = ""
    conversation_type: str = "text"
    bot: str = ""
    bot_type: str = "text"
    turn: str = ""
    turn_type: str = "text"
    model: str = ""
    streaming: bool = False
    now: str = ""
    groups: str = ""
    tools: str = ""
    tool_choice: str = ""
    attributes: tuple[Attribute, ...] = ()
    headers: tuple[Header, ...] = ()
    further: str = ""
    whole: str = ""
    pasted: str = ""
    step: int = 0
    format: str = "openai"
    copied_as: str = "curl"
    show: str = "all"
    most: int = 0
    unfolded: str = ""

    def after(self, action: str) -> Self:
        """With a row added, taken out or moved: `add turns`, `remove attributes 2`, `up turns 1`, `down turns 0`."""
        match action.split(" "):
            case [verb, "turns", *place]:
                return replace(self, turns=_changed(self.turns, verb, place, _next_turn(self.turns)))
            case [verb, "attributes", *place]:
                return replace(self, attributes=_changed(self.attributes, verb, place, Attribute()))
            case [verb, "headers", *place]:
                return replace(self, headers=_changed(self.headers, verb, place, Header()))
        return self


def typed_in(data: QueryDict) -> Typed:
    """What a submitted form holds. Browsers send line ends as CR LF; they are read as LF."""

    def text(name: str, default: str = "") -> str:
        return with_plain_line_ends(data.get(name, default) or "")

    def number(name: str) -> int:
        return int(digits) if len(digits := text(name)) < MOST_DIGITS and digits.isdecimal() else 0

    lines = {name: text(name) for name in (*IDENTITIES, *_LINES)}
    types = {f"{name}_type": text(f"{name}_type", "text") for name in IDENTITIES}
    return Typed(
        source=text("source", DRAFT),
        prompt=text("prompt"),
        tab=JSON if text("tab") == JSON else FORM,
        turns=tuple(
            Turn(role, content, whole == "1") for role, content, whole in _rows(data, "role", "content", "message_json")
        ),
        streaming=text("streaming") != "",
        attributes=tuple(
            Attribute(*row)
            for row in _rows(data, "attribute_name", "attribute_type", "attribute_value", "attribute_flag")
        ),
        headers=tuple(Header(*row) for row in _rows(data, "header_name", "header_value")),
        step=number("step"),
        format=text("format", "openai"),
        copied_as=text("copied_as", "curl"),
        show=text("show", "all"),
        most=number("most"),
        **_texts(lines | types),
    )


def _texts(found: dict[str, str]) -> dict[str, Any]:
    """Fields that are text, for a constructor that has others too."""
    return dict(found)


def _next_turn(turns: Sequence[Turn]) -> Turn:
    return Turn("assistant") if turns and turns[-1].role == "user" else Turn()


def _changed(rows: Sequence[Row], verb: str, places: Sequence[str], new: Row) -> tuple[Row, ...]:
    if verb == "add":
        return (*rows, new)
    changed = list(rows)
    place = int(places[0]) if places and places[0].isdecimal() and len(places[0]) < MOST_DIGITS else len(rows)
    if verb == "remove":
        del changed[place : place + 1]
    target = {"up": place - 1, "down": place + 1}.get(verb, -1)
    if 0 <= target < len(changed) and place < len(changed):
        changed[place], changed[target] = changed[target], changed[place]
    return tuple(changed)


def _rows(data: QueryDict, *names: str) -> list[tuple[str, ...]]:
    columns = [[with_plain_line_ends(value) for value in data.getlist(name)] for name in names]
    return list(zip(*columns, strict=False))
