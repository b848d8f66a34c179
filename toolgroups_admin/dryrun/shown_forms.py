"""The form as the page shows it: its rows with what is wrong with each, and the choices of its fields."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext_lazy

from .contexts import InputFault
from .suggesting import Suggestions
from .typed import IDENTITIES, Attribute, Header, Turn, Typed
from .values import TYPES


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row with its place and what is wrong with it."""

    row: Turn | Attribute | Header
    place: int
    is_last: bool
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownIdentity:
    """One of the fields that hold text or a number."""

    field: str
    label: str
    value: str
    type: str
    faults: Sequence[str]


_NAMES = {
    "account": gettext_lazy("Account"),
    "conversation": gettext_lazy("Conversation ID"),
    "bot": gettext_lazy("Bot"),
    "turn": gettext_lazy("Turn"),
}
_ROLES = {
    "system": gettext_lazy("system"),
    "developer": gettext_lazy("developer"),
    "user": gettext_lazy("user"),
    "assistant": gettext_lazy("assistant"),
    "tool": gettext_lazy("tool"),
}


@dataclass(frozen=True)
class ShownForm:
    """Everything left of the answer."""

    typed: Typed
    turns: Sequence[ShownRow]
    attributes: Sequence[ShownRow]
    headers: Sequence[ShownRow]
    faults: dict[str, list[str]]
    suggested: Suggestions

    @property
    def identities(self) -> list[ShownIdentity]:
        """The fields that say who talks, where, and to whom."""
        return [
            ShownIdentity(
                field,
                str(_NAMES[field]),
                getattr(self.typed, field),
                getattr(self.typed, f"{field}_type"),
                self.faults.get(field, []),
            )
            for field in IDENTITIES
        ]

    @property
    def has_more(self) -> bool:
        """Whether one of the fields is filled in that are folded away."""
        typed = self.typed
        more = (typed.conversation, typed.bot, typed.turn, typed.now, typed.groups, typed.tools, typed.tool_choice)
        return bool(any(more) or typed.headers or typed.further)

    roles: ClassVar = _ROLES
    types: ClassVar = TYPES
    blank_turn: ClassVar = ShownRow(Turn(), 0, is_last=True, faults=())
    blank_attribute: ClassVar = ShownRow(Attribute(), 0, is_last=True, faults=())
    blank_header: ClassVar = ShownRow(Header(), 0, is_last=True, faults=())


def shown_form(typed: Typed, faults: Iterable[InputFault], suggested: Suggestions) -> ShownForm:
    """The form with the faults beside the fields that they are about."""
    faults = list(faults)
    by_field: dict[str, list[str]] = {}
    for fault in faults:
        if fault.row is None:
            by_field.setdefault(fault.field, []).append(fault.words)
    return ShownForm(
        typed,
        _rows("turns", typed.turns, faults),
        _rows("attributes", typed.attributes, faults),
        _rows("headers", typed.headers, faults),
        by_field,
        suggested,
    )


def _rows(field: str, rows: Sequence[Turn | Attribute | Header], faults: Sequence[InputFault]) -> list[ShownRow]:
    return [
        ShownRow(
            row,
            place,
            place == len(rows) - 1,
            tuple(fault.words for fault in faults if (fault.field, fault.row) == (field, place)),
        )
        for place, row in enumerate(rows)
    ]
