"""Announcing: an event becomes a notice and one delivery for each listener, in the transaction in which it happens."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from toolgroups_admin.accounts.models import User

from .models import Delivery, Environment, Event, MailRecipient, Notice, Webhook

Target = Webhook | MailRecipient


def announce(
    environment: Environment, event: Event, facts: Mapping[str, Any], *, by: User | None = None, once: str = ""
) -> Notice | None:
    """Has everybody told who wants to know of the event, and returns the notice; None when nobody does.

    With `once` a second event of that name in the environment is told to nobody.
    """
    targets = [target for target in listeners(environment) if event.value in target.events]
    if not targets:
        return None
    known = f"{event}-{environment.pk}-{once}" if once else uuid4().hex
    named = {**facts, "by": None if by is None else by.get_username()}
    with transaction.atomic():
        notice, made = Notice.objects.get_or_create(
            identity=f"msg_{known}",
            defaults={"environment": environment, "event": event, "facts": named, "at": timezone.now()},
        )
        if made:
            Delivery.objects.bulk_create(addressed(notice, target) for target in targets)
    return notice if made else None


def listeners(environment: Environment) -> list[Target]:
    """All that are told anything."""
    webhooks = Webhook.objects.filter(environment=environment, enabled=True).order_by("pk")
    recipients = MailRecipient.objects.filter(environment=environment, enabled=True).order_by("pk")
    return [*webhooks, *recipients]


def addressed(notice: Notice, target: Target) -> Delivery:
    """A delivery that is due at once, not saved yet."""
    if isinstance(target, Webhook):
        return Delivery(notice=notice, webhook=target, due_at=notice.at)
    return Delivery(notice=notice, recipient=target, due_at=notice.at)
