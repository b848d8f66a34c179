"""Settings of environments: who changed what, what everybody sees of it, and what never goes with them."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.releases.editing import add_tool, draft_has_weather
from tests.releases.pages import ADMIN, signed_in, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.releases.configuring import configure
from toolgroups_admin.releases.models import Environment, EnvironmentChange
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db

POSTED = {"name": "production", "title": "", "order": "30", "gate": "warn", "allow_list": ""}


def address_of(environment: Environment, page: str = "change") -> str:
    return f"{ADMIN}/environment/{environment.pk}/{page}/"


def seen_in(answer: Any) -> str:
    found = re.search(r'name="seen" value="([^"]*)"', answer.content.decode())
    assert found is not None
    return html.unescape(found[1])


def test_a_change_of_settings_is_in_the_history_with_what_was_before(
    browser: Client, ada: User, production: Environment
) -> None:
    changed = {**POSTED, "gate": "refuse", "four_eyes": "on", "allow_list": "10.1.0.0/16\r\nlocalhost:8080"}

    browser.post(address_of(production), changed)

    [change] = EnvironmentChange.objects.all()
    assert (change.environment, change.by) == (production, ada)
    assert change.before == {"gate": "warn", "four_eyes": False, "allow_list": ""}
    assert change.after == {"gate": "refuse", "four_eyes": True, "allow_list": "10.1.0.0/16\nlocalhost:8080"}


@pytest.mark.parametrize("page", ["change", "history"])
def test_everybody_who_looks_at_an_environment_reads_what_was_set_by_whom(
    browser: Client, production: Environment, page: str
) -> None:
    browser.post(address_of(production), {**POSTED, "four_eyes": "on", "allow_list": "10.1.0.0/16"})

    shown = words_of(browser.get(address_of(production, page)))

    assert (
        "Two people publish: “No” becomes “Yes”, Private addresses that may be called: “–” becomes “10.1.0.0/16”"
        in (shown)
    )
    assert "ada" in shown


def test_the_first_page_tells_of_changed_settings(browser: Client, production: Environment) -> None:
    browser.post(address_of(production), {**POSTED, "gate": "off"})

    answer = browser.get("/admin/")

    assert "When scenarios fail: “warn, and let people decide” becomes “do not run them” · ada" in words_of(answer)
    assert f'href="{address_of(production, "history")}"' in answer.content.decode()


def test_the_history_of_an_environment_has_what_happened_there_and_nowhere_else(
    browser: Client, production: Environment, staging: Environment
) -> None:
    draft_has_weather()
    publish(production, by=None, comment="first of all")
    publish(staging, by=None, comment="somewhere else")

    shown = words_of(browser.get(address_of(production, "history")))

    assert "first of all" in shown
    assert "somewhere else" not in shown


def test_saving_what_is_set_already_makes_no_entry(browser: Client, production: Environment) -> None:
    assert browser.post(address_of(production), POSTED).status_code == 302

    assert not EnvironmentChange.objects.exists()


def test_a_new_environment_is_told_by_what_it_does_not_have_by_default(browser: Client) -> None:
    browser.post(f"{ADMIN}/environment/add/", {"name": "trial", "order": "5", "gate": "warn", "four_eyes": "on"})

    [change] = EnvironmentChange.objects.all()
    assert (change.environment.name, change.after) == ("trial", {"order": 5, "four_eyes": True})


def test_what_goes_live_while_settings_are_saved_stays_live(production: Environment) -> None:
    draft_has_weather()
    publish(production, by=None)
    on_the_page = Environment.objects.get(pk=production.pk)
    add_tool("further")
    release = publish(production, by=None)

    on_the_page.title = "Shop"
    configure(on_the_page, by=None)

    production.refresh_from_db()
    assert (production.release, production.title) == (release, "Shop")


def test_nobody_takes_back_unseen_what_somebody_else_has_set(browser: Client, production: Environment) -> None:
    seen = seen_in(browser.get(address_of(production)))
    bob = signed_in(User.objects.create_superuser("bob", password="not-for-production-1"))
    bob.post(address_of(production), {**POSTED, "four_eyes": "on"})

    refused = browser.post(address_of(production), {**POSTED, "title": "Shop", "seen": seen})

    production.refresh_from_db()
    assert (production.four_eyes, production.title) == (True, "")
    assert "Two people publish: “No” becomes “Yes”" in words_of(refused)
    assert 'value="Shop"' in refused.content.decode()


def test_who_looked_again_may_save(browser: Client, production: Environment) -> None:
    seen = seen_in(browser.get(address_of(production)))
    theirs = Environment.objects.get(pk=production.pk)
    theirs.four_eyes = True
    configure(theirs, by=None)
    refused = browser.post(address_of(production), {**POSTED, "title": "Shop", "seen": seen})

    saved = browser.post(address_of(production), {**POSTED, "title": "Shop", "seen": seen_in(refused)})

    production.refresh_from_db()
    assert saved.status_code == 302
    assert (production.four_eyes, production.title) == (False, "Shop")


@pytest.mark.parametrize("seen", ["", "{", "[]", '"x"', json.dumps({"gate": ["?"], "order": None})])
def test_a_forged_memory_of_the_settings_breaks_nothing(browser: Client, production: Environment, seen: str) -> None:
    assert browser.post(address_of(production), {**POSTED, "seen": seen}).status_code in (200, 302)


def test_an_environment_whose_settings_were_changed_can_still_be_deleted(browser: Client, staging: Environment) -> None:
    staging.title = "Trial"
    configure(staging, by=None)

    browser.post(address_of(staging, "delete"), {"post": "yes"})

    assert not Environment.objects.filter(pk=staging.pk).exists()
