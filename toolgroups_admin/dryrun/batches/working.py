"""Working on batches: chunk by chunk for a short while, then again, until none is left."""

from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext_noop

from toolgroups_admin.engine import Fault

from ..batch_models import Batch, BatchChunk
from .judging import Judge, Judged, judge_of, kept_fault
from .leasing import LeaseLost, close, keep, take_one, unfinished, waiting
from .packing import unpacked
from .queueing import ask_for_work, quiet_time

SLICE_SECONDS = 2.0  # then other tasks of this worker have their turn
MOST_ATTEMPTS = 5


def work(batch: UUID) -> None:
    """Works on a batch for a while; asks to be called again when there is more to do."""
    running = Batch.objects.filter(pk=batch, state=Batch.State.RUNNING).first()
    if running is None:
        return
    judge, until = judge_of(running), monotonic() + SLICE_SECONDS
    while chunk := take_one(batch):
        _do(chunk, judge)
        if monotonic() > until:
            ask_for_work(batch)
            return
    finish(batch)


def sweep() -> None:
    """Asks for work on every running batch of which chunks wait while nobody was asked lately; ends those with none left.

    A worker that died leaves a lease that runs out, and a queue that was lost leaves chunks that nobody takes.
    """
    lately = timezone.now() - quiet_time()
    for batch, asked_at in Batch.objects.filter(state=Batch.State.RUNNING).values_list("pk", "asked_at"):
        if not waiting(batch).exists():
            finish(batch)
        elif asked_at is None or asked_at < lately:
            working = unfinished(batch).filter(lease_until__gte=timezone.now()).count()
            ask_for_work(batch, times=max(settings.BATCH_PROCESSES - working, 1))


def finish(batch: UUID) -> None:
    """Ends a batch of which every chunk has a result; does nothing to another."""
    if unfinished(batch).exists():
        return
    now = timezone.now()
    running = Batch.objects.filter(pk=batch, state=Batch.State.RUNNING)
    running.update(state=Batch.State.DONE, finished_at=now, totals=totals_of(batch))


def totals_of(batch: UUID) -> dict[str, Any]:
    """What the chunks that are done come to together."""
    done = BatchChunk.objects.filter(batch=batch, done_at__isnull=False)
    hits, both = (Counter[str](), Counter[str]()), Counter[str]()
    totals: Any
    for totals in done.order_by().values_list("totals", flat=True).iterator(chunk_size=100):
        for counted, more in zip(hits, totals["hits"], strict=False):
            counted.update(more)
        both.update(totals["both"])
    sums = done.aggregate(lines=Sum("lines"), errors=Sum("errors"), changed=Sum("changed"))
    return {"hits": [dict(each) for each in hits], "both": dict(both), **{name: sums[name] or 0 for name in sums}}


def _do(chunk: BatchChunk, judge: Judge) -> None:
    rows = unpacked(chunk.rows)
    try:
        judged = given_up(rows) if chunk.attempt > MOST_ATTEMPTS else judge.judged(rows, _keeping(chunk))
        close(chunk, judged)
    except LeaseLost:
        pass


def given_up(rows: list[Any]) -> Judged:
    """The result of lines over which one worker after the other died."""
    words = gettext_noop("the workers that tried this portion of lines ended before it was done, five times")
    remedy = gettext_noop("Look at the workers' log and memory; then run the lines again.")
    fault = kept_fault(Fault("given_up", "$", None, words, remedy))
    results = [[line, [], None, "", [fault]] for line, _cells in rows]
    return Judged([], results, {"hits": [], "both": {}}, len(results), 0)


def _keeping(chunk: BatchChunk) -> Callable[[], None]:
    """Renews the lease whenever a third of it is over."""
    third = settings.BATCH_LEASE_SECONDS / 3
    due = monotonic() + third

    def between() -> None:
        nonlocal due
        if monotonic() > due:
            keep(chunk)
            due = monotonic() + third

    return between
