"""What somebody who comes in wants to know: what is live where, what is not published, what is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import OuterRef, Subquery

from toolgroups_admin.engine import Fault, InvalidDocument

from .candidates import Candidate
from .comparing import ObjectChange, changes_between, count_changes
from .models import Environment, Publication


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


@lru_cache(maxsize=2)
def faults_of(candidate: Candidate) -> tuple[Fault, ...]:
    """Why the draft cannot be published; looked for once for each state of it."""
    try:
        candidate.probe()
    except InvalidDocument as invalid:
        return tuple(invalid.faults)
    return ()
