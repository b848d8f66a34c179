"""Sending one notice to one listener, and what came of it; an outcome never holds what was sent or answered."""

import logging
import smtplib
from dataclasses import dataclass

import httpx2
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone
from django.utils.translation import override

from toolgroups_admin.execution import AddressRefused, guarded_client

from .connecting import allow_list_of
from .models import Attempt, Delivery, Event, MailRecipient, Notice, Webhook
from .models.sealed import SecretUnreadable, opened
from .signing import signed_headers
from .telling import body_of, subject_of, text_of

log = logging.getLogger(__name__)

TIMEOUT_SECONDS = 5.0
GONE = 410
Problem = Attempt.Problem


@dataclass(frozen=True, slots=True)
class Outcome:
    """The status of the answer, and why it failed, if it did; a final one would fail again."""

    status: int | None = None
    problem: str = ""
    is_final: bool = False


def send(delivery: Delivery) -> Outcome:
    """Sends it; raises nothing, so that one bad listener keeps nothing from the others."""
    target, notice = delivery.target, delivery.notice
    if not target.enabled and notice.event != Event.TEST:
        return Outcome(problem=Problem.SWITCHED_OFF, is_final=True)
    try:
        return _post(target, notice) if isinstance(target, Webhook) else _mail(target, notice)
    except Exception as error:  # noqa: BLE001 - whatever a listener provokes is an outcome
        log.error("delivery %s failed unexpectedly: %s", delivery.pk, type(error).__name__)
        return Outcome(problem=Problem.UNEXPECTED)


def _post(webhook: Webhook, notice: Notice) -> Outcome:
    try:
        status = _posted(webhook, notice)
    except SecretUnreadable:
        return Outcome(problem=Problem.UNREADABLE)
    except AddressRefused:
        return Outcome(problem=Problem.REFUSED)
    except httpx2.TimeoutException:
        return Outcome(problem=Problem.TIMED_OUT)
    except httpx2.HTTPError:
        return Outcome(problem=Problem.UNREACHABLE)
    if 200 <= status < 300:
        return Outcome(status)
    return Outcome(status, Problem.STATUS, is_final=status == GONE)


def _posted(webhook: Webhook, notice: Notice) -> int:
    body = body_of(notice)
    now = int(timezone.now().timestamp())
    signed = signed_headers(opened(webhook, "secret"), identity=notice.identity, timestamp=now, body=body)
    headers = {"content-type": "application/json", "user-agent": "ToolGroups-Admin", **signed}
    with (
        guarded_client(allow_list_of(notice.environment), timeout=TIMEOUT_SECONDS) as client,
        client.stream("POST", webhook.url, content=body, headers=headers, follow_redirects=False) as answer,
    ):
        return int(answer.status_code)


def _mail(recipient: MailRecipient, notice: Notice) -> Outcome:
    if not settings.EMAIL_URL:
        return Outcome(problem=Problem.NO_MAIL_SERVER)
    with override(recipient.language):
        message = EmailMessage(subject_of(notice), text_of(notice), to=[recipient.address])
    message.extra_headers["Message-ID"] = f"<{notice.identity}.{recipient.pk}@toolgroups-admin>"
    try:
        message.send()
    except (OSError, smtplib.SMTPException):
        return Outcome(problem=Problem.MAIL)
    return Outcome()
