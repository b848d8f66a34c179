"""Workers share a batch: a chunk is one worker's for a while, its lines count once, and who dies loses nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.dryrun.batches import Queue, against, done, lines, received, started
from toolgroups_admin.dryrun.batch_models import Batch, BatchChunk
from toolgroups_admin.dryrun.batches import clearing, working
from toolgroups_admin.dryrun.batches.judging import Judged, judge_of
from toolgroups_admin.dryrun.batches.leasing import LeaseLost, close, keep, take_one
from toolgroups_admin.dryrun.batches.packing import unpacked
from toolgroups_admin.dryrun.batches.progress import progress
from toolgroups_admin.dryrun.batches.starting import NotReady, cancel

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def small_chunks(settings: Any) -> None:
    settings.BATCH_CHUNK_LINES = 1
    settings.BATCH_PROCESSES = 1


def judged(batch: Batch, chunk: BatchChunk) -> Judged:
    return judge_of(batch).judged(unpacked(chunk.rows))


def taken(batch: Batch) -> BatchChunk:
    chunk = take_one(batch.pk)
    assert chunk
    return chunk


def later(chunk: BatchChunk) -> None:
    """The lease of a chunk is over."""
    BatchChunk.objects.filter(pk=chunk.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def asked_long_ago(batch: Batch) -> None:
    """Workers were asked so long ago that they should have answered."""
    Batch.objects.filter(pk=batch.pk).update(asked_at=timezone.now() - timedelta(minutes=1))


def test_two_workers_never_have_the_same_chunk() -> None:
    batch = started()

    assert [taken(batch).number, taken(batch).number, taken(batch).number] == [0, 1, 2]
    assert take_one(batch.pk) is None


def test_a_chunk_whose_worker_died_is_taken_again_and_counts_once(queue: Queue) -> None:
    batch = started()
    lost = taken(batch)
    later(lost)
    again = taken(batch)

    close(again, judged(batch, again))

    assert (again.number, again.attempt) == (lost.number, 2)
    with pytest.raises(LeaseLost):
        close(lost, judged(batch, lost))
    queue.work_off()
    assert [line.number for line in lines(batch)] == [2, 3, 4]


def test_who_works_long_keeps_the_chunk() -> None:
    batch = started()
    chunk = taken(batch)
    later(chunk)

    keep(chunk)

    assert taken(batch).number == 1


def test_the_sweep_asks_for_what_nobody_works_on(queue: Queue) -> None:
    batch = started()
    queue.clear()
    lost = taken(batch)
    for _rest in range(2):
        close(chunk := taken(batch), judged(batch, chunk))

    asked_long_ago(batch)
    working.sweep()
    before = list(queue)
    later(lost)
    working.sweep()
    working.sweep()

    assert (before, list(queue)) == ([], [batch.pk])
    queue.work_off()
    batch.refresh_from_db()
    assert batch.state == Batch.State.DONE


def test_the_sweep_ends_what_has_no_chunk_left() -> None:
    batch = started()
    while chunk := take_one(batch.pk):
        close(chunk, judged(batch, chunk))

    working.sweep()

    batch.refresh_from_db()
    assert (batch.state, batch.totals["lines"]) == (Batch.State.DONE, 3)


def test_lines_over_which_one_worker_after_the_other_dies_are_given_up(queue: Queue) -> None:
    batch = started()
    for _attempt in range(working.MOST_ATTEMPTS):
        later(taken(batch))

    queue.work_off()

    assert [bool(line.faults) for line in lines(batch)] == [True, False, False]


def test_cancelling_ends_it_where_it_is(queue: Queue) -> None:
    batch = started()
    chunk, held = taken(batch), taken(batch)
    close(chunk, judged(batch, chunk))

    assert cancel(batch)
    with pytest.raises(LeaseLost):
        keep(held)
    queue.work_off()

    batch.refresh_from_db()
    assert (batch.state, [line.number for line in lines(batch)]) == (Batch.State.CANCELLED, [2])
    assert not cancel(batch)


def test_a_batch_is_started_once(queue: Queue) -> None:
    batch = received()
    started(batch)

    with pytest.raises(NotReady):
        started(batch)

    assert len(queue) == 1
    assert batch.sources.count() == 1


def test_several_processes_are_asked_where_there_are_several(queue: Queue, settings: Any) -> None:
    settings.BATCH_PROCESSES = 2

    started()

    assert len(queue) == 2


def test_what_is_tried_is_what_was_there_at_the_start(queue: Queue) -> None:
    source = against()
    batch = started(sources=[source])

    assert judge_of(batch).catalogs[0].digest == source.catalog.digest


def test_work_on_a_batch_that_is_gone_does_nothing(queue: Queue) -> None:
    batch = started()
    Batch.objects.all().delete()

    queue.work_off()

    assert not BatchChunk.objects.filter(batch=batch.pk).exists()


def test_progress_is_read_from_the_chunks() -> None:
    batch = started()
    close(chunk := taken(batch), judged(batch, chunk))
    taken(batch)

    found = progress(batch)

    assert (found.done, found.lines, found.percent, found.workers, found.silent) == (1, 3, 33, 1, False)
    assert found.rate == 1
    assert (found.seconds_left, found.left) == (2, "0:02")


def test_a_batch_that_nobody_takes_is_said() -> None:
    batch = started()
    batch.started_at = timezone.now() - timedelta(minutes=1)

    assert progress(batch).silent


def test_old_batches_go_and_those_that_never_came_in_whole(queue: Queue, settings: Any) -> None:
    kept, old, broken = done(queue), done(queue), received()
    Batch.objects.filter(pk=old.pk).update(expires_at=timezone.now())
    hours = timezone.now() - timedelta(hours=2)
    Batch.objects.filter(pk=broken.pk).update(state=Batch.State.RECEIVING, created_at=hours)

    assert clearing.clear_expired() == 2

    assert list(Batch.objects.all()) == [kept]
    assert set(BatchChunk.objects.values_list("batch", flat=True)) == {kept.pk}
