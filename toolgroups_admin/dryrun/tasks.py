"""What is done in the background."""

from uuid import UUID

from celery import shared_task

from . import keeping
from .batches import clearing, working


@shared_task(ignore_result=True)
def clear_expired() -> None:
    """Hourly: kept dry runs, batches and scenarios whose time is over go."""
    keeping.clear_expired()
    keeping.clear_old_scenarios()
    clearing.clear_expired()


@shared_task(ignore_result=True)
def work_on_batch(batch: str) -> None:
    """Works on a batch for a while."""
    working.work(UUID(batch))


@shared_task(ignore_result=True)
def sweep_batches() -> None:
    """Every 15 seconds: batches whose workers died or were never asked go on."""
    working.sweep()
