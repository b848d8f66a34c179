"""What is done in the background."""

from celery import shared_task

from . import carrying_out


@shared_task(ignore_result=True)
def publish_due() -> None:
    """Every few seconds: what was asked for goes live when its time has come."""
    carrying_out.publish_due()
