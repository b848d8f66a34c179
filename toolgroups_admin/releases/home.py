"""What somebody who comes in wants to know: what is live where, what is not published, what is wrong."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from toolgroups_admin.catalog.documents import draft_mark
from toolgroups_admin.engine import Fault, InvalidDocument

from .candidates import draft
from .comparing import ObjectChange, changes_between, count_changes
from .models import Environment, Publication

_kept: dict[Hashable, tuple[Fault, ...]] = {}


@dataclass(frozen=True, slots=True)
class Standing:
    """An environment: how it came to its live release, and how many objects of the draft differ from that."""

    environment: Environment
    publication: Publication | None
    not_published: int


def standings() -> list[Standing]:
    """Every environment, in order."""
    latest = Publication.objects.filter(environment=OuterRef("pk")).order_by("-id").values("pk")[:1]
    environments = Environment.objects.select_related("release").annotate(latest=Subquery(latest))
    publications = Publication.objects.select_related("by").in_bulk(
        [environment.latest for environment in environments if environment.latest]
    )
    return [
        Standing(environment, publications.get(environment.latest), count_changes(environment))
        for environment in environments
    ]


def not_published(standings: Sequence[Standing]) -> Sequence[ObjectChange]:
    """What publishing to the last environment, the one that counts, would change."""
    return changes_between(standings[-1].environment) if standings else ()


def known_faults() -> tuple[Fault, ...] | None:
    """Why the draft cannot be published, if this process has looked at this state of it; one query."""
    return _kept.get(draft_mark())


def draft_faults() -> tuple[Fault, ...]:
    """Why the draft cannot be published, looked for if it is not known: that takes seconds for a large draft."""
    mark = draft_mark()
    known = _kept.get(mark)
    if known is None:
        known = _found()
        _kept.clear()
        _kept[mark] = known
    return known


def _found() -> tuple[Fault, ...]:
    try:
        draft().probe()
    except InvalidDocument as invalid:
        return tuple(invalid.faults)
    return ()
