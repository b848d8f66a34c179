"""Asking workers for work: by the queue of tasks, which may lose what it holds."""

import logging
from collections.abc import Callable
from uuid import UUID

from celery import current_app
from kombu.exceptions import OperationalError

TASK = "toolgroups_admin.dryrun.tasks.work_on_batch"
logger = logging.getLogger(__name__)


def ask_for_work(batch: UUID, *, times: int = 1) -> None:
    """Asks for work on a batch; when the queue is away, the next sweep asks again."""
    for _time in range(times):
        _ask[-1](batch)


def _by_the_queue(batch: UUID) -> None:
    try:
        current_app.send_task(TASK, [str(batch)], retry=False)
    except OperationalError:
        logger.warning("The queue of tasks cannot be reached; the sweep asks for work on batch %s again.", batch)


_ask: list[Callable[[UUID], None]] = [_by_the_queue]


def ask_instead(ask: Callable[[UUID], None] | None) -> None:
    """For tests: has somebody else be asked; None for the queue again."""
    _ask[1:] = [ask] if ask else []
