"""What is done in the background."""

from celery import shared_task

from . import carrying_out, clearing, delivering

MOST_SECONDS = 1800  # the clock asks again; whatever hangs for longer is ended, and its transaction taken back


@shared_task(ignore_result=True, time_limit=MOST_SECONDS)
def publish_due() -> None:
    """Every few seconds: what was asked for goes live when its time has come."""
    carrying_out.publish_due()


@shared_task(ignore_result=True, time_limit=MOST_SECONDS)
def clear_old() -> None:
    """Daily: releases that have not been live for long lose their objects."""
    clearing.clear_old()


@shared_task(ignore_result=True, time_limit=MOST_SECONDS)
def deliver_due() -> None:
    """Every few seconds: notices that are due are told."""
    delivering.deliver_due()


@shared_task(ignore_result=True, time_limit=MOST_SECONDS)
def clear_old_notices() -> None:
    """Hourly: what was told a month ago goes."""
    delivering.clear_old()
