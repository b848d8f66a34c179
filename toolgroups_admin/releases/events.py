"""What happened, in one list whatever it was: edited, asked for, published, switched off and on, or set otherwise."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice
from typing import Any

from django.db.models.functions import Coalesce

from toolgroups_admin.catalog.models import Change

from .models import Environment, EnvironmentChange, Publication, RequestStep, Switch

LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class Event:
    """A publication, a change of one object, an import of several, a step of a request, something switched off or on, or
    a change of an environment's settings."""

    publication: Publication | None = None
    change: Change | None = None
    objects: int = 1
    switch: Switch | None = None
    lifted: bool = False
    step: RequestStep | None = None
    setting: EnvironmentChange | None = None


def recent_events(most: int) -> list[Event]:
    """What happened anywhere, the draft included, latest first."""
    changes = Change.objects.select_related("by")[:LOOKED_AT]
    return _latest([*changes, *_in_environments(most)], most)


def events_of(environment: Environment, most: int) -> list[Event]:
    """What happened in one environment, latest first."""
    return _latest(_in_environments(most, environment=environment), most)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A switch at one of its two moments."""

    switch: Switch
    at: datetime
    lifted: bool


Happened = Change | Publication | RequestStep | EnvironmentChange | _Turn


def _in_environments(most: int, **where: Environment) -> Iterator[Happened]:
    yield from Publication.objects.filter(**where).select_related("by", "environment", "release")[:most]
    yield from EnvironmentChange.objects.filter(**where).select_related("by", "environment")[:most]
    steps = RequestStep.objects.filter(**{f"request__{name}": value for name, value in where.items()})
    yield from steps.exclude(deed=RequestStep.Deed.PUBLISHED).select_related("by", "request__environment")[:most]
    yield from _turns(most, where)


def _turns(most: int, where: dict[str, Environment]) -> Iterator[_Turn]:
    switches = Switch.objects.filter(**where).select_related("environment", "by", "lifted_by")
    for switch in switches.annotate(turned_at=Coalesce("lifted_at", "at")).order_by("-turned_at")[:most]:
        yield _Turn(switch, switch.at, lifted=False)
        if switch.lifted_at is not None:
            yield _Turn(switch, switch.lifted_at, lifted=True)


def _latest(events: Iterable[Happened], most: int) -> list[Event]:
    happened = sorted(events, key=lambda each: each.at, reverse=True)
    return [_event(list(together)) for _, together in islice(groupby(happened, _at_once), most)]


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
    if isinstance(first, EnvironmentChange):
        return Event(setting=first)
    return Event(publication=first) if isinstance(first, Publication) else Event(change=first, objects=len(together))
