"""A session that ends while somebody types takes nothing of it away."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from toolgroups_admin.accounts.models import User
from toolgroups_admin.releases.models import Environment

pytestmark = pytest.mark.django_db

ADD = "/admin/releases/environment/add/"
TYPED = {"name": "trial", "title": 'Typed "with" care', "order": "5", "gate": "warn"}


@pytest.fixture
def gone() -> Client:
    """A browser whose session has ended, and that checks tokens as a real one is checked."""
    return Client(enforce_csrf_checks=True, headers={"accept-language": "en"})


def token_of(browser: Client) -> str:
    browser.get("/admin/login/")
    return browser.cookies["csrftoken"].value


def sent(browser: Client, address: str, fields: dict[str, Any], **options: Any) -> Any:
    return browser.post(address, {**fields, "csrfmiddlewaretoken": token_of(browser)}, **options)


def fields_in(answer: Any) -> dict[str, str]:
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', answer.content.decode())
    return dict(found)


def test_what_was_typed_comes_back_to_be_sent_again(gone: Client) -> None:
    answer = sent(gone, f"{ADD}?next=1", TYPED)

    assert (answer.status_code, answer["Cache-Control"]) == (403, "no-store")
    assert 'action="/admin/releases/environment/add/?next=1"' in answer.content.decode()
    kept = {name: value.replace("&quot;", '"') for name, value in fields_in(answer).items()}
    assert {name: kept[name] for name in TYPED} == TYPED


def test_sent_again_after_signing_in_it_is_saved(gone: Client) -> None:
    fields = fields_in(sent(gone, ADD, TYPED))
    gone.force_login(User.objects.create_superuser("ada", password="not-for-production-1"))
    fields["csrfmiddlewaretoken"] = token_of(gone)  # as the script of the page does

    assert gone.post(ADD, fields).status_code == 302
    assert Environment.objects.filter(name="trial").exists()


def test_what_another_site_sends_is_not_kept_to_be_sent_again(gone: Client) -> None:
    answer = gone.post(ADD, TYPED)

    assert answer.status_code == 403
    assert "This page was too old to send" in answer.content.decode()
    assert "trial" not in answer.content.decode()


def test_passwords_are_typed_again(gone: Client) -> None:
    fields = {"old_password": "canary-1", "new_password1": "canary-2", "why": "x"}

    answer = sent(gone, reverse("admin:password_change"), fields)

    assert "canary" not in answer.content.decode()
    assert fields_in(answer)["why"] == "x"


@pytest.mark.parametrize(
    "options",
    [
        {"headers": {"sec-fetch-mode": "cors"}},
        {"headers": {"hx-request": "true"}},
        {"content_type": "application/json"},
    ],
)
def test_what_a_script_asks_is_answered_as_before(gone: Client, options: dict[str, Any]) -> None:
    headers = {"x-csrftoken": token_of(gone), **options.pop("headers", {})}

    answer = gone.post(ADD, TYPED, headers=headers, **options)

    assert answer.status_code == 302
    assert answer["Location"].startswith("/admin/login/")


def test_signing_in_is_no_form_to_be_kept(gone: Client) -> None:
    answer = sent(gone, "/admin/login/", {"username": "ada", "password": "wrong"})

    assert answer.status_code == 200
