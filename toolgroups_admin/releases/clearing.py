"""Clearing: releases that have not been live for long lose their objects, and states that nothing names any more go."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Exists, ForeignObjectRel, OuterRef, QuerySet
from django.utils import timezone

from toolgroups_admin.catalog.models import Fragment

from .models import Publication, PublishRequest, Release, ReleaseFragment
from .pointing import lock_environments

log = logging.getLogger(__name__)

KEPT_DAYS = 90
KEPT_RELEASES = 50
BATCH = 500


@dataclass(frozen=True, slots=True)
class ClearedAway:
    """How many releases were cleared, and how many states went with them."""

    releases: int
    states: int


def clear_old(*, keep: int = KEPT_RELEASES) -> ClearedAway:
    """Clears every release that no environment pointed at for 90 days and that is not one of the last `keep`.

    The release itself stays, with number, digest, author and comment, so that what was live when can be told for ever.
    States that are in the history, in the draft or named by anything else stay too.
    """
    cleared = states = 0
    for release in _old(keep):
        digests = _clear(release, keep)
        cleared += digests is not None
        states += _forget(digests or [])
    if cleared:
        log.info("%s releases were cleared, with %s states that nothing named any more", cleared, states)
    return ClearedAway(cleared, states)


def _old(keep: int) -> QuerySet[Release]:
    """No environment points at them or is asked to, and none has left one of them in the last 90 days."""
    since = timezone.now() - timedelta(days=KEPT_DAYS)
    left_lately = Publication.objects.filter(previous=OuterRef("pk"), at__gte=since)
    last = list(Release.objects.order_by("-number").values_list("pk", flat=True)[:keep])
    unused = Release.objects.whole().filter(~Exists(left_lately), created_at__lt=since, environments=None)
    asked_for = PublishRequest.objects.filter(release=OuterRef("pk"), state=PublishRequest.State.OPEN)
    return unused.filter(~Exists(asked_for)).exclude(pk__in=last).order_by("number")


@transaction.atomic
def _clear(release: Release, keep: int) -> list[str] | None:
    """The digests of what it held, unless it is in use again by now."""
    lock_environments()
    if not _old(keep).filter(pk=release.pk).exists():
        return None
    objects = ReleaseFragment.objects.filter(release=release)
    digests = list(objects.values_list("fragment", flat=True))
    objects.delete()
    Release.objects.filter(pk=release.pk).update(cleared_at=timezone.now())
    return digests


def _forget(digests: Sequence[str]) -> int:
    """Deletes the states of these digests to which no row of any table points; returns how many."""
    batches = (digests[start : start + BATCH] for start in range(0, len(digests), BATCH))
    return sum(_forgotten(batch) for batch in batches)


def _forgotten(digests: Sequence[str]) -> int:
    try:
        return _unused(Fragment.objects.filter(pk__in=digests)).delete()[0]
    except IntegrityError:  # somebody has begun to use one of them in this moment, so they stay, which costs little
        return 0


def _unused(states: QuerySet[Fragment]) -> QuerySet[Fragment]:
    for relation in Fragment._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel):
            rows = relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
            states = states.exclude(Exists(rows))
    return states
