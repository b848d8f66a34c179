"""What changed, member by member."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from .mapping import LINKS, MODEL_OF
from .member_words import words_of
from .models import CatalogObject, Change, Fragment, Kind


@dataclass(frozen=True, slots=True)
class Difference:
    """One member of an object before and after a change, as text; None where it was not there.

    For people are `label` and, where words say more than the text, `words_before` and `words_after`.
    """

    member: str
    label: str
    before: str | None
    after: str | None
    words_before: str = field(default="", compare=False)
    words_after: str = field(default="", compare=False)
    is_rule: bool = field(default=False, compare=False)


def differences(change: Change) -> list[Difference]:
    """The members in which the two states of a change differ, in the order of the document."""
    return differences_between(Kind(change.kind), change.before, change.after)


def differences_between(kind: Kind, state: Fragment | None, other: Fragment | None) -> list[Difference]:
    """The members in which two states of an object differ, in the order of the document."""
    before, after = members_of(state), members_of(other)
    return [
        _difference(kind, member, before, after)
        for member in {**after, **before}
        if json.dumps(before.get(member)) != json.dumps(after.get(member)) or (member in before) != (member in after)
    ]


def _difference(kind: Kind, member: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Difference:
    return Difference(
        member,
        label_of(kind, member),
        _text(before, member),
        _text(after, member),
        _words(kind, member, before),
        _words(kind, member, after),
        is_rule=member == MODEL_OF[kind].rule_column,
    )


def members_of(state: Fragment | None) -> dict[str, Any]:
    """The members of an object in a state; none when it was not there."""
    members: dict[str, Any] = json.loads(state.text) if state else {}
    return members


def label_of(kind: Kind, member: str) -> str:
    """What pages call a member of an object, in the language of the page."""
    for links in LINKS[kind]:
        if links.member == member:
            return str(links.target_model._meta.verbose_name_plural)
    model = MODEL_OF[kind]
    if member not in model.columns:
        return member
    field = model._meta.get_field(member)
    assert isinstance(field, models.Field), "columns are fields of the model's own"
    return str(field.verbose_name)


def changes_of(row: CatalogObject) -> models.QuerySet[Change]:
    """The history of an object under its present identity, latest first."""
    return Change.objects.filter(kind=row.kind, identity=row.identity).select_related("by", "before", "after")


def row_of(change: Change) -> CatalogObject | None:
    """The object of a change, if it is still there under that identity."""
    model = MODEL_OF[Kind(change.kind)]
    row: CatalogObject | None = model._default_manager.filter(**{model.identity_field: change.identity}).first()
    return row


def _text(members: Mapping[str, Any], member: str) -> str | None:
    if member not in members:
        return None
    value = members[member]
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def _words(kind: Kind, member: str, members: Mapping[str, Any]) -> str:
    """The member in words; what an object leaves out says its default, what an object that is not there has says nothing."""
    model = MODEL_OF[kind]
    if not members:
        return ""
    if member in members or member not in model.columns:
        return words_of(model, member, members.get(member))
    field = model._meta.get_field(member)
    assert isinstance(field, models.Field), "columns are fields of the model's own"
    return words_of(model, member, field.get_default())
