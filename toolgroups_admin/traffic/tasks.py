"""What is done in the background."""

from celery import shared_task

from . import clearing


@shared_task(ignore_result=True)
def clear_old() -> None:
    """Hourly: records whose time is over go."""
    clearing.clear_old()
