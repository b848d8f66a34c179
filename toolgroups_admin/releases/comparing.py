"""What differs between the draft and what is live, or between two releases: object by object, by digests alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import CharField, F, QuerySet, Value

from toolgroups_admin.catalog.mapping import MODEL_OF
from toolgroups_admin.catalog.models import Change, Fragment, Kind

from .candidates import KINDS, Candidate
from .models import Environment, ReleaseFragment

NOTHING = Value(None, output_field=CharField(max_length=64))


@dataclass(frozen=True, slots=True)
class ObjectChange:
    """One object whose state differs: its digest before (None: it was not there) and after (None: it is gone)."""

    kind: Kind
    identity: str
    before: str | None
    after: str | None

    @property
    def outcome(self) -> Change.Outcome:
        """Created, changed or deleted."""
        if self.before is None:
            return Change.Outcome.CREATED
        return Change.Outcome.DELETED if self.after is None else Change.Outcome.CHANGED


def changes_between(environment: Environment) -> list[ObjectChange]:
    """What publishing the draft to the environment would change, by one query over digests."""
    rows = _rows(*_unpublished(environment))
    return _in_order(ObjectChange(Kind(kind), identity, before, after) for kind, identity, before, after in rows)


def count_changes(environment: Environment) -> int:
    """How many objects publishing the draft to the environment would change, by one query over digests."""
    sql, parameters = _unpublished(environment)
    [(number,)] = _rows(f"SELECT COUNT(*) FROM ({sql}) unpublished", parameters)
    return int(number)


def changes_from(before: Candidate, after: Candidate) -> list[ObjectChange]:
    """What differs between two lists of objects."""
    old = {(entry.kind, entry.identity): entry.digest for entry in before.entries}
    new = {(entry.kind, entry.identity): entry.digest for entry in after.entries}
    return _in_order(
        ObjectChange(kind, identity, old.get((kind, identity)), new.get((kind, identity)))
        for kind, identity in old.keys() | new.keys()
        if old.get((kind, identity)) != new.get((kind, identity))
    )


def with_states(changes: Sequence[ObjectChange]) -> list[Change]:
    """The same as unsaved entries of history, with both texts at hand, by one query."""
    digests = {digest for change in changes for digest in (change.before, change.after) if digest}
    states = Fragment.objects.in_bulk(digests)
    return [
        Change(
            kind=change.kind,
            identity=change.identity,
            before=states.get(change.before or ""),
            after=states.get(change.after or ""),
        )
        for change in changes
    ]


def _unpublished(environment: Environment) -> tuple[str, Any]:
    """Kind, identity and both digests of what differs: both lists one after the other, in one pass over them.

    Looking each object up in the other list takes several times as long at 2,000 objects.
    """
    live = ReleaseFragment.objects.filter(release=environment.release_id).order_by()
    first = live.annotate(before=F("fragment"), after=NOTHING).values_list("kind", "identity", "before", "after")
    sql, parameters = first.union(*(_edited(kind) for kind in KINDS), all=True).query.sql_with_params()
    return (
        f"SELECT kind, identity, MAX(before), MAX(after) FROM ({sql}) both_sides GROUP BY kind, identity"
        " HAVING COALESCE(MAX(before), '') <> COALESCE(MAX(after), '')",
        parameters,
    )


def _edited(kind: Kind) -> QuerySet[Any]:
    model = MODEL_OF[kind]
    rows = model._default_manager.filter(fragment__isnull=False).order_by()
    edited: QuerySet[Any] = rows.annotate(
        of_kind=Value(kind.value), under=F(model.identity_field), before=NOTHING, after=F("fragment")
    ).values_list("of_kind", "under", "before", "after")
    return edited


def _rows(sql: str, parameters: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())


def _in_order(changes: Iterable[ObjectChange]) -> list[ObjectChange]:
    return sorted(changes, key=lambda change: (KINDS.index(change.kind), change.identity))
