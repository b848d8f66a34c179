"""Kept dry runs: under an id, for a while, for those who may see them."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests.dryrun.asking import PAGE, attribute, hits, says
from toolgroups_admin.accounts.models import User
from toolgroups_admin.dryrun.keeping import clear_expired
from toolgroups_admin.dryrun.models import DryRun
from toolgroups_admin.dryrun.tasks import clear_expired as clear_expired_task

KEEP = f"{PAGE}keep/"
FIELDS = says("订单 到哪了", account="7", account_type="number", **attribute("plan", "premium"))


def signed_in_with(*codenames: str) -> Client:
    person = User.objects.create(username="tess", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=codenames, content_type__app_label="dryrun"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def test_a_dry_run_is_kept_under_an_id_that_says_nothing_of_it(browser: Client, demo: Any, ada: User) -> None:
    answer = browser.post(KEEP, FIELDS)

    kept = DryRun.objects.get()
    assert answer.headers["Location"] == f"/admin/dryrun/{kept.pk}/"
    assert (kept.prompt, kept.source, kept.by) == ("customer-service", "draft", ada)
    assert json.loads(kept.context) == {
        "prompt": "customer-service",
        "messages": [{"role": "user", "content": "订单 到哪了"}],
        "account_id": 7,
        "attributes": {"plan": "premium"},
    }


def test_it_opens_with_everything_as_it_was_typed(browser: Client, demo: Any, language: str) -> None:
    address = browser.post(KEEP, FIELDS).headers["Location"]

    page = browser.get(address, headers={"accept-language": language})

    typed = page.context["page"].typed
    assert (typed.turns[0].content, typed.account, typed.account_type) == ("订单 到哪了", "7", "number")
    assert hits(page.context["page"]) == ["order", "tracking", "basic"]
    assert "ada" in page.content.decode()


def test_what_cannot_be_read_is_not_kept(browser: Client, demo: Any) -> None:
    answer = browser.post(KEEP, says("x", further="{"))

    assert answer.status_code == 200
    assert "Line 1, column 2" in answer.content.decode()
    assert not DryRun.objects.exists()


def test_the_tool_context_is_never_kept(browser: Client, demo: Any) -> None:
    page = browser.post(KEEP, says("x", further='{"tool_context": {"token": "canary"}}'), follow=True)

    assert "canary" not in DryRun.objects.get().context
    assert "canary" not in page.content.decode()
    assert "never stored" in page.content.decode()


def test_a_text_with_every_character_can_be_kept(browser: Client, demo: Any) -> None:
    whole = json.dumps({"role": "user", "content": "a\0b\r\nc\u2028"})
    fields = says("x", role=[""], content=[whole], message_json=["1"])

    page = browser.post(KEEP, fields, follow=True).context["page"]

    assert page.answer.trial.context.messages[0]["content"] == "a\0b\r\nc\u2028"


def test_it_expires_after_the_days_of_the_setting(browser: Client, demo: Any, settings: Settings) -> None:
    settings.DRYRUN_DAYS = 3

    browser.post(KEEP, FIELDS)

    assert DryRun.objects.get().expires_at - timezone.now() == pytest.approx(
        timedelta(days=3), abs=timedelta(minutes=1)
    )


@pytest.mark.parametrize("clear", [clear_expired, clear_expired_task])
def test_what_is_expired_cannot_be_opened_and_is_cleared(browser: Client, demo: Any, clear: Any) -> None:
    old = browser.post(KEEP, FIELDS).headers["Location"]
    DryRun.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    new = browser.post(KEEP, FIELDS).headers["Location"]

    opened = [browser.get(address).status_code for address in (old, new)]
    clear()

    assert opened == [404, 200]
    assert [f"/admin/dryrun/{kept.pk}/" for kept in DryRun.objects.all()] == [new]


@pytest.mark.parametrize(
    ("permissions", "runs", "keeps", "opens"),
    [
        ((), 403, 403, 403),
        (("run",), 200, 403, 403),
        (("run", "add_dryrun"), 200, 302, 403),
        (("run", "view_dryrun"), 200, 403, 200),
        (("add_dryrun", "view_dryrun"), 403, 403, 403),
    ],
)
def test_each_permission_is_asked_for(
    browser: Client, demo: Any, permissions: tuple[str, ...], runs: int, keeps: int, opens: int
) -> None:
    address = browser.post(KEEP, FIELDS).headers["Location"]
    client = signed_in_with(*permissions)

    assert client.get(PAGE).status_code == runs
    assert client.post(KEEP, FIELDS).status_code == keeps
    assert client.get(address).status_code == opens


def test_the_list_of_kept_dry_runs_leads_to_the_page(browser: Client, demo: Any, language: str) -> None:
    address = browser.post(KEEP, FIELDS).headers["Location"]
    kept = DryRun.objects.get()

    listed = browser.get("/admin/dryrun/dryrun/", headers={"accept-language": language})
    opened = browser.get(f"/admin/dryrun/dryrun/{kept.pk}/change/")

    assert "customer-service" in listed.content.decode()
    assert opened.headers["Location"] == address
    assert browser.get("/admin/dryrun/dryrun/add/").status_code == 403


def test_what_is_kept_of_a_source_that_is_gone_says_so(browser: Client, demo: Any) -> None:
    address = browser.post(KEEP, {**FIELDS, "source": "release:5"}).headers["Location"]

    page = browser.get(address).context["page"]

    assert [fault.field for fault in page.faults] == ["source"]
