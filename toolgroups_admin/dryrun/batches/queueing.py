"""Asking workers for work: by the queue of tasks, which may lose what it holds."""

import logging
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from ..batch_models import Batch

TASK = "toolgroups_admin.dryrun.tasks.work_on_batch"
logger = logging.getLogger(__name__)


def ask_for_work(batch: UUID, *, times: int = 1) -> None:
    """Asks for work on a batch; when the queue is away, a sweep asks again."""
    Batch.objects.filter(pk=batch).update(asked_at=timezone.now())
    for _time in range(times):
        _ask[-1](batch)


def quiet_time() -> timedelta:
    """For how long who was asked may not answer. What waits longer in the queue is not done any more: a sweep has asked
    again by then, and a queue that is behind would only grow."""
    return timedelta(seconds=settings.BATCH_LEASE_SECONDS / 2)


def _by_the_queue(batch: UUID) -> None:
    try:
        current_app.send_task(TASK, [str(batch)], retry=False, expires=quiet_time().total_seconds())
    except OperationalError:
        logger.warning("The queue of tasks cannot be reached; the sweep asks for work on batch %s again.", batch)


_ask: list[Callable[[UUID], None]] = [_by_the_queue]


def ask_instead(ask: Callable[[UUID], None] | None) -> None:
    """For tests: has somebody else be asked; None for the queue again."""
    _ask[1:] = [ask] if ask else []
