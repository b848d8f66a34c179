"""What is done in the background."""

from celery import shared_task

from . import clearing


@shared_task(ignore_result=True)
def clear_old() -> None:
    """Daily: releases that have not been live for long lose their objects."""
    clearing.clear_old()
