"""What is done in the background."""

from celery import shared_task

from . import keeping


@shared_task(ignore_result=True)
def clear_expired() -> None:
    """Hourly: kept dry runs whose time is over go."""
    keeping.clear_expired()
