"""Delivering: what is due is tried, with a longer pause after each failure, until it arrives or is given up."""

import logging
import time
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from .announcing import Target, addressed
from .models import Attempt, Delivery, Event, Notice
from .sending import Outcome, send

log = logging.getLogger(__name__)

PAUSES = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200, 18_000, 36_000))
LEASE = timedelta(seconds=60)  # longer than an attempt takes; who dies meanwhile leaves it to the next sweep
SWEEP_SECONDS = 20.0
MOST_AT_ONCE = 100
KEPT = timedelta(days=30)


def deliver_due() -> int:
    """Tries what is due, oldest first, for some seconds at most; returns how many attempts were made."""
    now, end, made = timezone.now(), time.monotonic() + SWEEP_SECONDS, 0
    due = Delivery.objects.filter(state=Delivery.State.WAITING, due_at__lte=now).order_by("due_at", "pk")
    for number in list(due.values_list("pk", flat=True)[:MOST_AT_ONCE]):
        if time.monotonic() > end:
            break
        made += attempt(number) is not None
    return made


def attempt(number: int, *, last: bool = False) -> Attempt | None:
    """Tries one delivery now, unless somebody else does or it is not due; the `last` time nothing follows a failure."""
    now = timezone.now()
    free = Delivery.objects.filter(pk=number, state=Delivery.State.WAITING, due_at__lte=now)
    if not free.update(due_at=now + LEASE):
        return None
    delivery = Delivery.objects.select_related("notice__environment", "webhook", "recipient").get(pk=number)
    began = time.monotonic()
    outcome = send(delivery)
    return _record(delivery, outcome, round((time.monotonic() - began) * 1000), last=last)


def send_test(target: Target) -> Attempt:
    """Tells one listener that this is a test, now and once, switched on or not."""
    facts = {"by": None}
    notice = Notice(environment=target.environment, event=Event.TEST, facts=facts, at=timezone.now())
    with transaction.atomic():
        notice.identity = f"msg_test-{target._meta.model_name}-{target.pk}-{time.time_ns()}"
        notice.save()
        delivery = addressed(notice, target)
        delivery.save()
    made = attempt(delivery.pk, last=True)
    assert made is not None
    return made


def try_again(delivery: Delivery) -> Attempt | None:
    """Tries now what waits or was given up; a failure waits or is given up as before."""
    last = delivery.state == Delivery.State.GIVEN_UP
    undelivered = Delivery.objects.filter(pk=delivery.pk).exclude(state=Delivery.State.DELIVERED)
    undelivered.update(state=Delivery.State.WAITING, due_at=timezone.now())
    return attempt(delivery.pk, last=last)


def clear_old() -> int:
    """Takes away what was told a month ago, with its deliveries; returns how many notices that were."""
    old = Notice.objects.filter(at__lt=timezone.now() - KEPT)
    number = old.count()
    old.delete()
    return number


def _record(delivery: Delivery, outcome: Outcome, milliseconds: int, *, last: bool) -> Attempt:
    number = delivery.attempts_made + 1
    paused = outcome.problem and not outcome.is_final and not last and number <= len(PAUSES)
    if not outcome.problem:
        state = Delivery.State.DELIVERED
    else:
        state = Delivery.State.WAITING if paused else Delivery.State.GIVEN_UP
    due_at = timezone.now() + PAUSES[number - 1] if paused else None
    with transaction.atomic():
        Delivery.objects.filter(pk=delivery.pk).update(state=state, attempts_made=number, due_at=due_at)
        made = Attempt.objects.create(
            delivery=delivery,
            number=number,
            status=outcome.status,
            problem=outcome.problem,
            milliseconds=milliseconds,
        )
    if state == Delivery.State.GIVEN_UP:
        log.warning("delivery %s of %s is given up: %s %s", delivery.pk, delivery.notice.identity, *_said(outcome))
    return made


def _said(outcome: Outcome) -> tuple[str, object]:
    return outcome.problem, outcome.status or ""
