"""What somebody who comes in wants to know: what is live where, what is not published, what is wrong, what happened."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import groupby, islice
from typing import Any

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from toolgroups_admin.catalog.models import Change
from toolgroups_admin.engine import Fault, InvalidDocument

from .candidates import Candidate
from .comparing import ObjectChange, changes_between, count_changes
from .models import Environment, Publication, RequestStep, Switch

RECENT = 8
LOOKED_AT = 200


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


@dataclass(frozen=True, slots=True)
class Event:
    """A publication, a change of one object, an import of several, a step of a request, or something switched off or on."""

    publication: Publication | None = None
    change: Change | None = None
    objects: int = 1
    switch: Switch | None = None
    lifted: bool = False
    step: RequestStep | None = None


def recent_events() -> list[Event]:
    """What was edited, imported, asked for, published, switched off and on again, latest first."""
    changes = Change.objects.select_related("by")[:LOOKED_AT]
    publications = Publication.objects.select_related("by", "environment", "release")[:RECENT]
    steps = RequestStep.objects.exclude(deed=RequestStep.Deed.PUBLISHED)
    steps = steps.select_related("by", "request__environment")[:RECENT]
    events: list[Happened] = [*publications, *changes, *steps, *_turns()]
    happened = sorted(events, key=_moment, reverse=True)
    return [_event(list(together)) for _, together in islice(groupby(happened, _at_once), RECENT)]


@dataclass(frozen=True, slots=True)
class _Turn:
    """A switch at one of its two moments."""

    switch: Switch
    at: datetime
    lifted: bool


Happened = Change | Publication | RequestStep | _Turn


def _turns() -> Iterator[_Turn]:
    latest = Switch.objects.select_related("environment", "by", "lifted_by").annotate(
        turned_at=Coalesce("lifted_at", "at")
    )
    for switch in latest.order_by("-turned_at")[:RECENT]:
        yield _Turn(switch, switch.at, lifted=False)
        if switch.lifted_at is not None:
            yield _Turn(switch, switch.lifted_at, lifted=True)


def _moment(happened: Happened) -> datetime:
    return happened.at


def _at_once(happened: Happened) -> tuple[Any, ...]:
    """The same for all that one import changed."""
    if isinstance(happened, _Turn):
        return "switch", happened.switch.pk, happened.lifted
    if isinstance(happened, Change) and happened.action == Change.Action.IMPORT:
        return ("import", happened.by_id, happened.why, happened.at.replace(second=0, microsecond=0))
    return type(happened), happened.pk


def _event(together: Sequence[Happened]) -> Event:
    first = together[0]
    if isinstance(first, _Turn):
        return Event(switch=first.switch, lifted=first.lifted)
    if isinstance(first, RequestStep):
        return Event(step=first)
    return Event(publication=first) if isinstance(first, Publication) else Event(change=first, objects=len(together))


@lru_cache(maxsize=2)
def faults_of(candidate: Candidate) -> tuple[Fault, ...]:
    """Why the draft cannot be published; looked for once for each state of it."""
    try:
        candidate.probe()
    except InvalidDocument as invalid:
        return tuple(invalid.faults)
    return ()
