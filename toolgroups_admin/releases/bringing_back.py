"""Bringing a release back into the draft, whole or by object."""

from collections.abc import Collection, Iterable
from typing import Any

from django.conf import settings
from django.db import transaction

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import ImportRefused, apply_import, plan_import
from toolgroups_admin.catalog.mapping import MODEL_OF
from toolgroups_admin.catalog.models import CatalogObject, Change
from toolgroups_admin.catalog.owning import may_edit
from toolgroups_admin.catalog.saving import InUse, delete

from .candidates import Candidate, contents, draft
from .choices import Choice
from .comparing import ObjectChange, changes_from
from .errors import DraftChanged, OwnedByOthers
from .models import Release
from .selecting import chosen_only


def bring_back(
    release: Release, *, by: User | None, why: str = "", chosen: Collection[Choice] | None = None
) -> list[Change]:
    """Gives the draft's objects, all or the chosen ones, the states that they have in the release.

    Those that the release does not have are deleted. Returns the entries of history. Raises `DraftChanged`, `NeedsMore`,
    `OwnedByOthers` where owners alone edit, and the engine's `InvalidDocument` when the draft would not compile; then
    nothing is written.
    """
    before = draft()
    after = contents(release) if chosen is None else chosen_only(before, contents(release), chosen)
    changes = changes_from(before, after)
    _refuse_owned(changes, by)
    after.probe()
    plan = plan_import(_of_these(after, changes).document())
    with transaction.atomic():
        if draft() != before:
            raise DraftChanged
        try:
            entries = apply_import(plan, by=by, why=why, overwrite=True, action=Change.Action.REVERT)
        except ImportRefused as refused:
            raise DraftChanged from refused
        return [*entries, *_delete(_rows(change for change in changes if change.after is None), by, why)]


def _refuse_owned(changes: Iterable[ObjectChange], by: User | None) -> None:
    """Raises `OwnedByOthers` for rows that this person may not edit; the command line may edit all."""
    if by is not None and settings.EDIT_BY_OWNERS:
        owned = [row.identity for row in _rows(changes) if not may_edit(by, row)]
        if owned:
            raise OwnedByOthers(sorted(owned))


def _of_these(after: Candidate, changes: Iterable[ObjectChange]) -> Candidate:
    changed = {(change.kind, change.identity) for change in changes}
    return Candidate(tuple(it for it in after.entries if (it.kind, it.identity) in changed), after.format)


def _rows(changes: Iterable[ObjectChange]) -> list[CatalogObject]:
    """The rows of what goes, users before what they use."""
    found: list[CatalogObject] = []
    for change in changes:
        model: Any = MODEL_OF[change.kind]
        found += model._default_manager.filter(**{model.identity_field: change.identity})
    return found[::-1]


def _delete(rows: list[CatalogObject], by: User | None, why: str) -> list[Change]:
    """Deletes rows; those that are still used wait for their users, as shared rules do that name each other."""
    entries: list[Change] = []
    while rows:
        waiting: list[CatalogObject] = []
        for row in rows:
            try:
                entries.append(delete(row, by=by, why=why, action=Change.Action.REVERT))
            except InUse:
                waiting.append(row)
        if len(waiting) == len(rows):  # somebody has begun to use them since the draft was read
            raise DraftChanged
        rows = waiting
    return entries
