"""What a person has typed on the page, as typed: nothing is lost when something is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self, TypeVar

from django.http import QueryDict

from toolgroups_admin.catalog.inputs import with_plain_line_ends

DRAFT = "draft"
FORM, JSON = "form", "json"
ROLES = ("system", "developer", "user", "assistant", "tool")

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
    """Everything on the page's left side, and which parts of the answer are looked at."""

    source: str = DRAFT
    prompt: str = ""
    tab: str = FORM
    turns: tuple[Turn, ...] = (Turn(),)
    account: str = ""
    account_type: str = "text"
    model: str = ""
    attributes: tuple[Attribute, ...] = ()
    headers: tuple[Header, ...] = ()
    further: str = ""
    whole: str = ""
    format: str = "openai"
    show: str = "all"

    def after(self, action: str) -> Self:
        """With a row added, taken away or moved: `add turns`, `remove attributes 2`, `up turns 1`, `down turns 0`."""
        verb, _, rest = action.partition(" ")
        rows_name, _, place = rest.partition(" ")
        if rows_name not in _NEW_ROW or (verb != "add" and not place.isdecimal()):
            return self
        rows: Sequence[object] = getattr(self, rows_name)
        if verb == "add":
            return replace(self, **{rows_name: (*rows, _new_row(self, rows_name))})
        return replace(self, **{rows_name: tuple(_changed(rows, verb, int(place)))})


def typed_in(data: QueryDict) -> Typed:
    """What a submitted form holds. Browsers send line ends as CR LF; they are read as LF."""

    def text(name: str, default: str = "") -> str:
        return with_plain_line_ends(data.get(name, default) or "")

    return Typed(
        source=text("source", DRAFT),
        prompt=text("prompt"),
        tab=JSON if text("tab") == JSON else FORM,
        turns=tuple(
            Turn(role, content, whole == "1") for role, content, whole in _rows(data, "role", "content", "message_json")
        ),
        account=text("account"),
        account_type=text("account_type", "text"),
        model=text("model"),
        attributes=tuple(
            Attribute(*row)
            for row in _rows(data, "attribute_name", "attribute_type", "attribute_value", "attribute_flag")
        ),
        headers=tuple(Header(*row) for row in _rows(data, "header_name", "header_value")),
        further=text("further"),
        whole=text("whole"),
        format=text("format", "openai"),
        show=text("show", "all"),
    )


RowsName = Literal["turns", "attributes", "headers"]
_NEW_ROW = {"turns": Turn, "attributes": Attribute, "headers": Header}


def _new_row(typed: Typed, rows_name: str) -> object:
    if rows_name == "turns" and typed.turns and typed.turns[-1].role == "user":
        return Turn(role="assistant")
    return _NEW_ROW[rows_name]()


def _changed(rows: Sequence[Row], verb: str, place: int) -> list[Row]:
    changed = list(rows)
    if verb == "remove":
        del changed[place : place + 1]
    target = {"up": place - 1, "down": place + 1}.get(verb, -1)
    if 0 <= target < len(changed) and place < len(changed):
        changed[place], changed[target] = changed[target], changed[place]
    return changed


def _rows(data: QueryDict, *names: str) -> list[tuple[str, ...]]:
    columns = [[with_plain_line_ends(value) for value in data.getlist(name)] for name in names]
    return list(zip(*columns, strict=False))
