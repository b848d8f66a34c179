"""Who works on which chunk: taken for a while, kept while working, closed once."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from ..batch_models import Batch, BatchChunk
from .judging import Judged
from .packing import packed


class LeaseLost(Exception):
    """Somebody else has the chunk by now, or the batch was cancelled or deleted: what was worked out is not wanted."""


def take_one(batch: UUID) -> BatchChunk | None:
    """The first chunk of a running batch that nobody works on, leased to the caller; None when there is none."""
    with transaction.atomic():
        open_chunks = waiting(batch).filter(batch__state=Batch.State.RUNNING).order_by("number")
        if connection.features.has_select_for_update_skip_locked:
            open_chunks = open_chunks.select_for_update(skip_locked=True, of=("self",))
        chunk = open_chunks.first()
        if chunk is None:
            return None
        chunk.attempt += 1
        chunk.lease_until = _until()
        chunk.save(update_fields=["attempt", "lease_until"])
    return chunk


def waiting(batch: UUID) -> QuerySet[BatchChunk]:
    """The chunks of a batch that have no result and that nobody works on."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=timezone.now())
    return unfinished(batch).filter(free)


def unfinished(batch: UUID) -> QuerySet[BatchChunk]:
    """The chunks of a batch that have no result."""
    return BatchChunk.objects.filter(batch=batch, done_at__isnull=True)


def keep(chunk: BatchChunk) -> None:
    """Has the lease of a chunk begin anew; raises LeaseLost."""
    if not _held(chunk).filter(batch__state=Batch.State.RUNNING).update(lease_until=_until()):
        raise LeaseLost


def close(chunk: BatchChunk, judged: Judged) -> None:
    """Writes the result of a chunk, which closes it, in one statement; raises LeaseLost."""
    closed = _held(chunk).update(
        result=packed(judged.result()),
        totals=judged.totals,
        errors=judged.errors,
        changed=judged.changed,
        done_at=timezone.now(),
    )
    if not closed:
        raise LeaseLost


def _held(chunk: BatchChunk) -> QuerySet[BatchChunk]:
    return BatchChunk.objects.filter(pk=chunk.pk, attempt=chunk.attempt, done_at__isnull=True)


def _until() -> datetime:
    return timezone.now() + timedelta(seconds=settings.BATCH_LEASE_SECONDS)
