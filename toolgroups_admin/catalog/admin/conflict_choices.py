"""Theirs or mine: what two people changed in one object, field by field, and what was chosen of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from ..history import members_of
from ..inputs import same_text
from ..mapping import LINKS
from ..models import CatalogObject, Fragment

BASE = "conflict_base"
ALL_MINE = "_mine_over_theirs"
MINE, THEIRS = "mine", "theirs"
NOT_OF_THE_OBJECT = frozenset({"why", "edited_version"})


@dataclass(frozen=True, slots=True)
class Choice:
    """A field that they changed: both texts, and whose is chosen; empty while the person has to choose."""

    name: str
    label: str
    theirs: str
    mine: str
    chosen: str

    @property
    def input_name(self) -> str:
        """The name under which the page posts what is chosen."""
        return input_name(self.name)


def fragment_at(digest: str) -> Fragment | None:
    """The state with this digest, of which a browser says that the person began with it; None for what is no digest."""
    return Fragment.objects.filter(pk=digest).first() if re.fullmatch("[0-9a-f]{64}", digest) else None


def input_name(field: str) -> str:
    """The name under which the page posts what is chosen for a field."""
    return f"choice-{field}"


def choices_between(form: Any, base: Fragment | None, picked: Mapping[str, Any]) -> list[Choice]:
    """The fields in which what is saved now differs both from the base and from what the person typed.

    What only they changed is theirs unless the person says otherwise; what both changed is to be chosen.
    """
    before = _values(form.instance, base)
    found = []
    for name, field in form.fields.items():
        if name in NOT_OF_THE_OBJECT:
            continue
        theirs, typed = form.initial.get(name), form[name].data
        untouched_by_them = field.prepare_value(before.get(name)) == field.prepare_value(theirs)
        if untouched_by_them or is_same(field, theirs, typed):
            continue
        usual = THEIRS if is_same(field, before.get(name), typed) else ""
        chosen = MINE if ALL_MINE in picked else picked.get(input_name(name), usual)
        found.append(Choice(name, str(field.label), _text(field, theirs), _text(field, typed), chosen))
    return found


def with_theirs(form: Any, choices: Sequence[Choice]) -> Any:
    """The posted data with the saved values in the fields where they are chosen, as a browser would post them."""
    data = form.data.copy()
    for choice in choices:
        if choice.chosen == THEIRS:
            value = form.fields[choice.name].prepare_value(form.initial.get(choice.name))
            name = form.add_prefix(choice.name)
            data[name] = ("on" if value else "") if isinstance(value, bool) else value or ""
    return data


def is_same(field: forms.Field, value: Any, typed: Any) -> bool:
    """Whether what was typed means a value of the object."""
    if type(field) is forms.CharField:
        return same_text(field, value, typed)
    return not field.has_changed(value, typed)


def _values(row: CatalogObject, state: Fragment | None) -> dict[str, Any]:
    members = members_of(state)
    empty = type(row)()
    empty.fill(members)
    lists = {links.member: members.get(links.member, []) for links in LINKS[row.kind]}
    return {column: getattr(empty, column) for column in row.columns} | lists


def _text(field: forms.Field, value: Any) -> str:
    shown = field.prepare_value(value)
    if isinstance(shown, bool):
        return _("Yes") if shown else _("No")
    return str(shown or "")
