"""Webhooks, mail recipients and deliveries in the admin."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from pytest_django.fixtures import Settings

from tests.releases.listening import SECRET, mailbox, webhook
from tests.releases.pages import ADMIN, words_of
from toolgroups_admin.releases.announcing import announce
from toolgroups_admin.releases.delivering import deliver_due
from toolgroups_admin.releases.models import Delivery, Environment, Event, MailRecipient, Webhook
from toolgroups_admin.releases.models.sealed import opened

pytestmark = pytest.mark.django_db


def typed(environment: Environment, **fields: Any) -> dict[str, Any]:
    return {
        "environment": environment.pk,
        "url": "https://hooks.example/in?to=ops",
        "events": ["publish", "lift"],
        "enabled": "on",
        **fields,
    }


def secrets_in(answer: Any) -> set[str]:
    return set(re.findall(r"whsec_[\w+/=]+", answer.content.decode()))


def test_a_new_webhook_shows_its_secret_once(browser: Client, production: Environment) -> None:
    answer = browser.post(f"{ADMIN}/webhook/add/", typed(production))

    row = Webhook.objects.get()
    [secret] = secrets_in(answer)
    assert (opened(row, "secret"), row.events) == (secret, ["publish", "lift"])
    assert "no-store" in answer["Cache-Control"]
    page = browser.get(f"{ADMIN}/webhook/{row.pk}/change/")
    assert not secrets_in(page)
    assert row.secret not in page.content.decode()
    assert "The name is resolved at each call." in words_of(page)


def test_what_is_edited_keeps_the_secret_and_is_remembered_by_name(browser: Client, production: Environment) -> None:
    row = webhook(production)
    address = f"{ADMIN}/webhook/{row.pk}/change/"

    browser.post(address, typed(production, url=row.url, events=row.events))
    browser.post(address, typed(production, url=row.url, events=["lift"]))

    after = Webhook.objects.get()
    assert (after.secret, after.events) == (row.secret, ["lift"])
    assert "Changed Events." in [entry.get_change_message() for entry in LogEntry.objects.all()]
    assert LogEntry.objects.count() == 1


def test_a_new_secret_takes_the_place_of_the_old_one(browser: Client, production: Environment) -> None:
    row = webhook(production)
    address = f"{ADMIN}/webhook/{row.pk}/new-secret/"

    asked = browser.get(address)
    answer = browser.post(address)

    assert not secrets_in(asked)
    assert {opened(Webhook.objects.get(), "secret")} == secrets_in(answer) != {SECRET}
    assert LogEntry.objects.get().get_change_message() == "Changed secret."


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"url": "hooks.example"}, "does not begin with http:// or https://."),
        ({"events": []}, "This field is required."),
    ],
)
def test_what_cannot_be_told_is_refused_with_the_remedy(
    browser: Client, production: Environment, fields: dict[str, Any], words: str
) -> None:
    assert words in words_of(browser.post(f"{ADMIN}/webhook/add/", typed(production, **fields)))


def test_a_test_says_at_once_whether_it_arrived(browser: Client, production: Environment) -> None:
    row = webhook(production, "http://127.0.0.1:1/")

    asked = browser.get(f"{ADMIN}/webhook/{row.pk}/test/")
    answer = browser.post(f"{ADMIN}/webhook/{row.pk}/test/", follow=True)

    assert "is sent now, and you see at once whether it arrived." in words_of(asked)
    assert "It did not arrive (–): The address is private or cannot be resolved." in words_of(answer)
    assert "A test: what happens in production is told here." in words_of(answer)


def test_mail_is_told_and_tested(browser: Client, production: Environment, settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example"
    fields = typed(production, address="ops@shop.example", language="en")
    browser.post(f"{ADMIN}/mailrecipient/add/", fields)
    row = MailRecipient.objects.get()

    answer = browser.post(f"{ADMIN}/mailrecipient/{row.pk}/test/", follow=True)

    assert row.events == ["publish", "lift"]
    assert "It arrived in" in words_of(answer)


def test_the_log_says_what_became_of_each(browser: Client, production: Environment, settings: Settings) -> None:
    settings.EMAIL_URL = ""
    mailbox(production)
    announce(production, Event.PUBLISH, {"release": 3})
    deliver_due()
    settings.EMAIL_URL = "smtp://mail.example"
    row = Delivery.objects.get()

    listed = words_of(browser.get(f"{ADMIN}/delivery/"))
    detail = words_of(browser.get(f"{ADMIN}/delivery/{row.pk}/change/"))
    browser.post(f"{ADMIN}/delivery/{row.pk}/again/")
    again = browser.post(f"{ADMIN}/delivery/{row.pk}/again/", follow=True)

    assert "ops@shop.example" in listed
    assert "No mail server is known. Set EMAIL_URL." in detail
    assert "Nothing was sent: it was delivered already" in words_of(again)
    assert "delivered" in words_of(again)


def test_a_webhook_is_deleted_with_the_log_of_what_it_was_told(browser: Client, production: Environment) -> None:
    row = webhook(production)
    announce(production, Event.PUBLISH, {"release": 3})

    asked = browser.get(f"{ADMIN}/webhook/{row.pk}/delete/")
    browser.post(f"{ADMIN}/webhook/{row.pk}/delete/", {"post": "yes"})

    assert "Are you sure" in words_of(asked)
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()
