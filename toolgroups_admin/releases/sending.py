"""Sending one notice to one listener, and what came of it; an outcome never holds what was sent or answered."""

import asyncio
import logging
import smtplib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import httpx2
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone
from django.utils.translation import override

from toolgroups_admin.execution import AddressRefused, AllowList, async_guarded_client

from .connecting import allow_list_of
from .models import Attempt, Delivery, Event, MailRecipient, Notice, Webhook
from .models.sealed import SecretUnreadable, opened
from .signing import signed_headers
from .telling import body_of, subject_of, text_of

log = logging.getLogger(__name__)

TIMEOUT_SECONDS = 5.0  # for each step of an attempt
MOST_SECONDS = 15.0  # for all of it
GONE = 410
Problem = Attempt.Problem


@dataclass(frozen=True, slots=True)
class Outcome:
    """The status of the answer, and why it failed, if it did; a final one would fail again."""

    status: int | None = None
    problem: str = ""
    is_final: bool = False


def send(delivery: Delivery, *, most_seconds: float = MOST_SECONDS) -> Outcome:
    """Sends it; raises nothing and ends in time, so that one bad listener keeps nothing from the others."""
    target, notice = delivery.target, delivery.notice
    if not target.enabled and notice.event != Event.TEST:
        return Outcome(problem=Problem.SWITCHED_OFF, is_final=True)
    try:
        return _post(target, notice, most_seconds) if isinstance(target, Webhook) else _mail(target, notice)
    except Exception as error:  # noqa: BLE001 - whatever a listener provokes is an outcome
        log.error("delivery %s failed unexpectedly: %s", delivery.pk, type(error).__name__)
        return Outcome(problem=Problem.UNEXPECTED)


def _post(webhook: Webhook, notice: Notice, most_seconds: float) -> Outcome:
    try:
        status = _posted(webhook, notice, most_seconds)
    except SecretUnreadable:
        return Outcome(problem=Problem.UNREADABLE)
    except AddressRefused:
        return Outcome(problem=Problem.REFUSED)
    except (httpx2.TimeoutException, TimeoutError):
        return Outcome(problem=Problem.TIMED_OUT)
    except httpx2.HTTPError:
        return Outcome(problem=Problem.UNREACHABLE)
    if 200 <= status < 300:
        return Outcome(status)
    return Outcome(status, Problem.STATUS, is_final=status == GONE)


def _posted(webhook: Webhook, notice: Notice, most_seconds: float) -> int:
    body = body_of(notice)
    now = int(timezone.now().timestamp())
    signed = signed_headers(opened(webhook, "secret"), identity=notice.identity, timestamp=now, body=body)
    headers = {"content-type": "application/json", "user-agent": "ToolGroups-Admin", **signed}
    asked = partial(_status_of, webhook.url, body, headers, allow_list_of(notice.environment), most_seconds)
    with ThreadPoolExecutor(1) as aside:  # the caller's thread may have an event loop of its own
        return aside.submit(lambda: asyncio.run(asked())).result()


async def _status_of(url: str, body: bytes, headers: Mapping[str, str], allow: AllowList, most_seconds: float) -> int:
    """The status that is answered; all in all it takes no longer than is given, however slowly an answer drips."""
    async with (
        asyncio.timeout(most_seconds),
        async_guarded_client(allow, timeout=TIMEOUT_SECONDS) as client,
        client.stream("POST", url, content=body, headers=dict(headers), follow_redirects=False) as answer,
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
