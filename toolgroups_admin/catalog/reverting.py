"""Bringing back a state that an object had: from an entry of its history, through the same gate as any edit."""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import Fault

from .candidates import candidate
from .fixing import why_fixed
from .history import row_of
from .importing import ImportPlan, ImportRefused, Outcome, Step, apply_import
from .mapping import MODEL_OF
from .models import CatalogObject, Change, Fragment, Kind
from .probing import probe
from .references import references_of


class Moment(StrEnum):
    """Which of an entry's two states is wanted."""

    BEFORE = "before"
    AFTER = "after"


class RevertRefused(Exception):
    """A state that cannot come back: why in the language of the page, or the faults that it would have now."""

    def __init__(self, why: str, faults: tuple[Fault, ...] = ()) -> None:
        self.why = why
        self.faults = faults
        super().__init__(why)


def state_at(change: Change, moment: Moment) -> Fragment | None:
    """The state that the object of an entry had just before or just after it; None when it was not there."""
    return change.before if moment is Moment.BEFORE else change.after


def revert(change: Change, moment: Moment, *, by: User | None, why: str = "") -> Change | None:
    """Gives the object of an entry the state that it had then, with an entry of its own; None when it has that now.

    An object that was deleted since is made again. Raises `RevertRefused` when the state does not compile any more,
    since something it refers to is gone, and when its name is taken or fixed; then nothing is written.
    """
    members = _members(state_at(change, moment))
    if faults := probe(candidate(Kind(change.kind), members)):
        raise RevertRefused(_("This state does not fit into the draft any more."), tuple(faults))
    with transaction.atomic():
        row = row_of(change)
        _rename(row, members, Kind(change.kind))
        step = Step(
            Kind(change.kind),
            members[MODEL_OF[Kind(change.kind)].identity_field],
            Outcome.CHANGE if row else Outcome.CREATE,
            members,
            row.version if row else None,
        )
        try:
            entries = apply_import(ImportPlan((step,)), by=by, why=why, action=Change.Action.REVERT)
        except ImportRefused as refused:
            raise RevertRefused(_("Somebody changed this in the same moment. Look at it again.")) from refused
    return entries[0] if entries else None


def gone_references(change: Change, moment: Moment) -> list[Change]:
    """The deletions of what a state refers to and the draft has no more, so that these can come back before it."""
    state = state_at(change, moment)
    if state is None:
        return []
    wanted = references_of(Kind(change.kind), json.loads(state.text))
    return [gone for kind, identity in sorted(set(wanted)) if (gone := _deletion(kind, identity)) is not None]


def _deletion(kind: Kind, identity: str) -> Change | None:
    latest = Change.objects.filter(kind=kind, identity=identity).order_by("-id").first()
    there = MODEL_OF[kind]._default_manager.filter(**{MODEL_OF[kind].identity_field: identity}).exists()
    return latest if latest is not None and latest.after_id is None and not there else None


def _members(state: Fragment | None) -> Mapping[str, Any]:
    if state is None:
        raise RevertRefused(_("It was not there then. To take it away, delete it."))
    members: dict[str, Any] = json.loads(state.text)
    return members


def _rename(row: CatalogObject | None, members: Mapping[str, Any], kind: Kind) -> None:
    """Gives the row the name that it had, unless that is another's by now or this one's is fixed."""
    model = MODEL_OF[kind]
    identity = members[model.identity_field]
    if row is not None and row.identity == identity:
        return
    if model._default_manager.filter(**{model.identity_field: identity}).exists():
        raise RevertRefused(_("There is another “%(identity)s” by now.") % {"identity": identity})
    if row is None:
        return
    if reason := why_fixed(row):
        raise RevertRefused(reason)
    setattr(row, model.identity_field, identity)
    row.save(update_fields=[model.identity_field])
