"""Environments and histories in the admin, and what every page says of the draft."""

import pytest
from django.test import Client

from tests.releases.editing import add_tool, draft_has_weather, edit
from tests.releases.pages import ADMIN, publish_address, words_of
from toolgroups_admin.releases.models import Environment, Publication, Release
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.rolling_back import roll_back

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["release", "publication"])
def test_nobody_makes_edits_or_deletes_history(browser: Client, production: Environment, kind: str) -> None:
    draft_has_weather()
    publish(production, by=None)
    number = (Release if kind == "release" else Publication).objects.get().pk

    assert browser.get(f"{ADMIN}/{kind}/add/").status_code == 403
    assert browser.get(f"{ADMIN}/{kind}/{number}/delete/").status_code == 403
    assert browser.post(f"{ADMIN}/{kind}/{number}/change/", {"comment": "x"}).status_code == 403


def test_the_name_of_an_environment_is_fixed_and_its_title_is_not(browser: Client, production: Environment) -> None:
    address = f"{ADMIN}/environment/{production.pk}/change/"

    browser.post(address, {"name": "other", "title": "Shop", "order": "30", "gate": "warn"})

    production.refresh_from_db()
    assert (production.name, str(production)) == ("production", "Shop")


@pytest.mark.parametrize("name", ["Big", "a b", "-a", "", "a/b"])
def test_the_name_of_a_new_environment_stands_in_addresses_and_keys(browser: Client, name: str) -> None:
    answer = browser.post(f"{ADMIN}/environment/add/", {"name": name, "title": "", "order": "5", "gate": "warn"})

    assert answer.status_code == 200
    assert not Environment.objects.filter(order=5).exists()


def test_an_environment_with_a_history_cannot_be_deleted(browser: Client, production: Environment) -> None:
    draft_has_weather()
    publish(production, by=None)

    browser.post(f"{ADMIN}/environment/{production.pk}/delete/", {"post": "yes"})

    assert Environment.objects.filter(pk=production.pk).exists()


def test_every_page_says_how_many_changes_are_not_published(browser: Client, production: Environment) -> None:
    draft_has_weather()
    before = words_of(browser.get("/admin/"))
    publish(production, by=None)
    after = words_of(browser.get("/admin/catalog/tool/"))
    add_tool("new")

    answer = browser.get("/admin/catalog/tool/")

    assert "3 changes not published" in before
    assert "not published" not in after
    assert "1 change not published" in words_of(answer)
    assert f'href="{publish_address(production)}"' in answer.content.decode()


def test_the_sign_in_page_says_nothing_of_changes(production: Environment) -> None:
    draft_has_weather()

    answer = Client().get("/admin/login/")

    assert answer.status_code == 200
    assert "not published" not in words_of(answer)


def test_rolled_back_changes_count_as_not_published(browser: Client, production: Environment) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, enabled=False)
    publish(production, by=None)
    roll_back(production, to=first, by=None)

    assert "1 change not published" in words_of(browser.get("/admin/"))


def test_there_are_three_environments_to_begin_with_and_all_their_pages_open(browser: Client) -> None:
    environments = list(Environment.objects.all())
    ways = ("change", "publish", "promote", "roll-back", "switch-off")
    addresses = [f"{ADMIN}/environment/{each.pk}/{way}/" for each in environments for way in ways]

    assert [(each.name, each.release) for each in environments] == [
        ("development", None),
        ("staging", None),
        ("production", None),
    ]
    assert {browser.get(address).status_code for address in [*addresses, "/admin/", f"{ADMIN}/environment/"]} == {200}


def test_without_any_environment_pages_open_too(browser: Client) -> None:
    Environment.objects.all().delete()
    draft_has_weather()
    addresses = ("/admin/", f"{ADMIN}/environment/", f"{ADMIN}/publishrequest/", "/admin/catalog/tool/")

    assert {browser.get(address).status_code for address in addresses} == {200}


def test_administrators_say_where_two_people_publish(browser: Client, production: Environment) -> None:
    address = f"{ADMIN}/environment/{production.pk}/change/"

    browser.post(address, {"title": "", "order": "30", "gate": "warn", "four_eyes": "on"})

    production.refresh_from_db()
    assert production.four_eyes


@pytest.mark.parametrize("key", ["abc", "9" * 30, "%00", "a/b", "-1", "１"])
@pytest.mark.parametrize(
    "page",
    [
        "environment/{}/publish/",
        "environment/{}/switch-off/",
        "environment/{}/history/",
        "release/{}/change/",
        "release/{}/bring-back/",
        "apikey/{}/revoke/",
        "webhook/{}/test/",
    ],
)
def test_an_address_with_what_is_no_key_leads_nowhere(browser: Client, page: str, key: str) -> None:
    for answer in (browser.get(f"{ADMIN}/{page.format(key)}"), browser.post(f"{ADMIN}/{page.format(key)}")):
        assert answer.status_code in (302, 400, 404)


@pytest.mark.parametrize("seen", ["[" * 20_000, "NaN", '{"four_eyes": {"a": [null]}}', "9" * 5000])
def test_a_hidden_field_with_nonsense_breaks_no_form(browser: Client, production: Environment, seen: str) -> None:
    answer = browser.post(f"/admin/releases/environment/{production.pk}/change/", {"seen": seen})

    assert answer.status_code == 200
