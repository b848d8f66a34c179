"""Notices arrive, signed, over real HTTP and by mail; what does not is tried again and then given up."""

import asyncio
import logging
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests.releases.listening import SECRET, Receiver, mailbox, receiver, webhook
from toolgroups_admin.releases.announcing import announce
from toolgroups_admin.releases.delivering import PAUSES, attempt, clear_old, deliver_due, send_test, try_again
from toolgroups_admin.releases.models import Attempt, Delivery, Environment, Event, Notice, Webhook
from toolgroups_admin.releases.sending import send
from toolgroups_admin.releases.signing import new_secret, signed_headers
from toolgroups_admin.releases.tasks import clear_old_notices
from toolgroups_admin.releases.tasks import deliver_due as deliver_due_task

pytestmark = pytest.mark.django_db


@pytest.fixture
def program() -> Iterator[Receiver]:
    with receiver() as found:
        yield found


@pytest.fixture
def hook(production: Environment, program: Receiver) -> Webhook:
    """A webhook to the program, which the environment allows to be called."""
    production.allow_list = "127.0.0.1"
    production.save()
    return webhook(production, program.address)


def announced(environment: Environment) -> Delivery:
    announce(environment, Event.PUBLISH, {"release": 3, "comment": "c"})
    return Delivery.objects.get()


def tried() -> list[tuple[Any, str]]:
    return list(Attempt.objects.order_by("number").values_list("status", "problem"))


def due_again() -> None:
    Delivery.objects.update(due_at=timezone.now())


def test_a_signature_is_what_the_specification_says() -> None:
    """The example of the Standard Webhooks specification."""
    body = b'{"test": 2432232314}'

    headers = signed_headers(SECRET, identity="msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp=1614265330, body=body)

    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert new_secret() != new_secret()


def test_a_webhook_arrives_signed_and_once(program: Receiver, hook: Webhook) -> None:
    delivery = announced(hook.environment)

    deliver_due_task()
    deliver_due()

    [(headers, body)] = program.received
    identity, timestamp = headers["webhook-id"], int(headers["webhook-timestamp"])
    signed = signed_headers(SECRET, identity=identity, timestamp=timestamp, body=body)
    assert signed.items() <= headers.items()
    assert abs(timestamp - timezone.now().timestamp()) < 60
    assert b'"comment":"c"' in body
    delivery.refresh_from_db()
    assert (delivery.state, tried()) == ("delivered", [(204, "")])


def test_a_failure_is_tried_again_with_the_same_identity_and_body(program: Receiver, hook: Webhook) -> None:
    announced(hook.environment)
    program.status = 500
    deliver_due()
    program.status = 200

    assert deliver_due() == 0  # not before the pause is over
    due_again()
    deliver_due()

    first, second = program.received
    assert (first.headers["webhook-id"], first.body) == (second.headers["webhook-id"], second.body)
    assert tried() == [(500, "status"), (200, "")]


def test_an_answer_that_drips_for_ever_is_out_of_time(program: Receiver, hook: Webhook) -> None:
    delivery = announced(hook.environment)
    program.drips = True
    begun = time.monotonic()

    outcome = send(delivery, most_seconds=0.2)

    assert (outcome.problem, outcome.is_final) == ("timed_out", False)
    assert time.monotonic() - begun < 3


def test_a_webhook_is_told_from_a_thread_with_an_event_loop_too(hook: Webhook) -> None:
    delivery = announced(hook.environment)
    opened_before = delivery.target, delivery.notice.environment  # no query is allowed inside the loop

    async def within_a_loop() -> str:
        return send(delivery).problem

    assert asyncio.run(within_a_loop()) == ""
    assert all(opened_before)


def test_pauses_grow_until_it_is_given_up(program: Receiver, hook: Webhook, caplog: pytest.LogCaptureFixture) -> None:
    delivery = announced(hook.environment)
    program.status = 503
    pauses: list[timedelta | None] = []

    while delivery.state == "waiting":
        due_again()
        deliver_due()
        delivery.refresh_from_db()
        pauses.append(delivery.due_at - timezone.now() if delivery.due_at else None)

    assert len(program.received) == len(PAUSES) + 1
    assert pauses[-1] is None
    for pause, meant in zip(pauses, PAUSES, strict=False):
        assert pause is not None
        assert abs(pause - meant) < timedelta(seconds=5)
    assert delivery.state == "given_up"
    assert "is given up: status 503" in caplog.text


@pytest.mark.parametrize(("status", "state"), [(302, "waiting"), (410, "given_up")])
def test_a_redirect_is_not_followed_and_gone_is_gone(program: Receiver, hook: Webhook, status: int, state: str) -> None:
    delivery = announced(hook.environment)
    program.status = status

    deliver_due()

    delivery.refresh_from_db()
    assert (delivery.state, len(program.received)) == (state, 1)


def test_a_private_address_that_is_not_allowed_is_not_called(program: Receiver, hook: Webhook) -> None:
    hook.environment.allow_list = ""
    hook.environment.save()
    announced(hook.environment)

    deliver_due()

    assert program.received == []
    assert tried() == [(None, "refused")]


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"url": "http://127.0.0.1:1/"}, "unreachable"),
        ({"secret": "of another key"}, "unreadable"),
        ({"secret": ""}, "unexpected"),
        ({"enabled": False}, "switched_off"),
    ],
)
def test_why_it_failed_is_kept_and_no_secret_with_it(
    hook: Webhook, columns: dict[str, Any], problem: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    announced(hook.environment)
    Webhook.objects.update(**columns)

    deliver_due()

    assert tried() == [(None, problem)]
    assert SECRET not in caplog.text


def test_two_workers_make_one_attempt(program: Receiver, hook: Webhook) -> None:
    delivery = announced(hook.environment)
    Delivery.objects.update(due_at=timezone.now() + timedelta(seconds=60))  # as another worker leaves it meanwhile

    assert attempt(delivery.pk) is None
    assert program.received == []


def test_one_bad_listener_keeps_nothing_from_the_others(program: Receiver, hook: Webhook) -> None:
    webhook(hook.environment, program.address, secret="broken")
    announce(hook.environment, Event.PUBLISH, {"release": 1})

    assert deliver_due() == 2
    assert len(program.received) == 1


def test_mail_goes_out_in_the_language_of_its_reader(production: Environment, settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example"
    mailbox(production)
    mailbox(production, "li@shop.example", language="zh-hans")
    announce(production, Event.PUBLISH, {"release": 3, "comment": "c"})

    deliver_due()

    english, chinese = mail.outbox
    assert english.subject == "[production] Release 3 was published to production by the command line."
    assert (english.to, english.body.endswith("\n\nc\n")) == (["ops@shop.example"], True)
    assert "发布" in chinese.subject


def test_without_a_mail_server_it_is_said_what_to_set(production: Environment, settings: Settings) -> None:
    settings.EMAIL_URL = ""
    mailbox(production)
    announced(production)

    deliver_due()

    assert tried() == [(None, "no_mail_server")]
    assert "EMAIL_URL" in Attempt.objects.get().get_problem_display()


def test_a_mail_server_that_is_away_is_tried_again(production: Environment, settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://127.0.0.1:1"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    mailbox(production)
    delivery = announced(production)

    deliver_due()

    delivery.refresh_from_db()
    assert (delivery.state, tried()) == ("waiting", [(None, "mail")])


def test_a_test_is_sent_at_once_and_never_again(program: Receiver, hook: Webhook) -> None:
    hook.enabled = False
    hook.save()
    program.status = 500

    made = send_test(hook)

    assert (made.status, made.outcome, made.delivery.state) == (500, "failed", "waiting")
    assert Delivery.objects.get().state == "given_up"
    assert b'"type":"test"' in program.received[0].body


def test_what_was_given_up_is_tried_again_by_hand(program: Receiver, hook: Webhook) -> None:
    delivery = announced(hook.environment)
    Delivery.objects.update(state="given_up", due_at=None)
    delivery.refresh_from_db()

    made = try_again(delivery)

    assert made is not None
    assert made.outcome == "delivered"
    delivery.refresh_from_db()
    assert try_again(delivery) is None
    assert len(program.received) == 1


def test_what_was_told_a_month_ago_goes(hook: Webhook) -> None:
    announced(hook.environment)
    announce(hook.environment, Event.LIFT, {})
    Notice.objects.filter(event="publish").update(at=timezone.now() - timedelta(days=31))

    clear_old_notices()

    assert Notice.objects.get().event == "lift"
    assert Delivery.objects.count() == 1
    assert clear_old() == 0
