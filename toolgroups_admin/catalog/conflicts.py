"""Two people editing one object."""

from dataclasses import dataclass

from django.db import connection
from django.utils import timezone
from django.utils.formats import date_format

from .history import differences
from .models import CatalogObject, Change, Fragment


@dataclass(frozen=True, slots=True)
class Conflict:
    """Who saved an object while someone else was editing it, when, which members in the words of the page,
    the version it has now, and the state from which the someone else began."""

    who: str
    when: str
    members: tuple[str, ...]
    version: int
    base: Fragment | None


def conflict_of(row: CatalogObject, version: int | None) -> Conflict | None:
    """What was saved since the row had the given version; None when nothing was.

    The row is locked until the end of the transaction, if there is one, so that nothing can be saved between
    this look and the save.
    """
    if row.pk is None:
        return None
    model = type(row)
    rows = model._default_manager.filter(pk=row.pk)
    current = (rows.select_for_update() if connection.in_atomic_block else rows).first()
    if current is None or current.version == version:
        return None
    since = list(
        Change.objects.filter(kind=row.kind, identity=current.identity)
        .select_related("by", "before", "after")
        .order_by("-id")[: max(current.version - (version or 0), 1)]
    )
    latest = since[0] if since else None
    members = {difference.label for change in since for difference in differences(change)}
    return Conflict(
        who=str(latest.by) if latest and latest.by else "",
        when=date_format(timezone.localtime(latest.at), "DATETIME_FORMAT") if latest else "",
        members=tuple(sorted(members)),
        version=current.version,
        base=since[-1].before if since else None,
    )
