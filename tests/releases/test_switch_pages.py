"""Switching off and lifting in the admin."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client

from tests.releases.editing import draft_has_weather
from tests.releases.pages import ADMIN, signed_in, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Kind, Tool, ToolGroup
from toolgroups_admin.releases.models import Environment, Switch
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.switching import lift, switch_off

pytestmark = pytest.mark.django_db

BANNER = "Switched off in production: Tool group “weather” wrong answers"


@pytest.fixture
def address(production: Environment) -> str:
    """The page that switches off in production, where `weather` is live."""
    draft_has_weather()
    publish(production, by=None)
    return f"{ADMIN}/environment/{production.pk}/switch-off/"


def switched(production: Environment) -> Switch:
    return switch_off(production, Kind.GROUP, "weather", reason="wrong answers", by=None)


def test_a_group_is_switched_off_with_a_reason(browser: Client, address: str, ada: User) -> None:
    assert "weather" in words_of(browser.get(address))

    answer = browser.post(address, {"target": "group:weather", "reason": "wrong answers"}, follow=True)

    switch = Switch.objects.get()
    assert (switch.kind, switch.identity, switch.reason, switch.by) == ("group", "weather", "wrong answers", ada)
    assert "Switched off at once: production: Tool group “weather”." in words_of(answer)


def test_without_a_reason_nothing_is_switched_off(browser: Client, address: str) -> None:
    answer = browser.post(address, {"target": "group:weather", "reason": " "})

    assert "This field is required." in words_of(answer)
    assert not Switch.objects.exists()


def test_nothing_is_chosen_before_somebody_chooses_or_an_address_does(browser: Client, address: str) -> None:
    assert "selected" not in re.findall(r"<option[^>]*group:weather[^>]*>", browser.get(address).content.decode())[0]
    chosen = browser.get(address, {"target": "group:weather"}).content.decode()
    assert "selected" in re.findall(r"<option[^>]*group:weather[^>]*>", chosen)[0]

    assert "This field is required." in words_of(browser.post(address, {"target": "", "reason": "x"}))
    assert not Switch.objects.exists()


def test_what_is_off_already_is_not_offered_again(browser: Client, address: str, production: Environment) -> None:
    switched(production)

    assert 'value="group:weather"' not in browser.get(address).content.decode()
    assert browser.post(address, {"target": "group:weather", "reason": "x"}).status_code == 200
    assert Switch.objects.count() == 1


def test_what_is_off_by_now_is_told_and_the_reason_stays(
    browser: Client, address: str, production: Environment
) -> None:
    switch_off(production, Kind.GROUP, "weather", reason="theirs", by=None)

    page = browser.post(address, {"target": "group:weather", "reason": "mine, typed with care"})

    assert "This is off already, or the live release does not have it any more." in words_of(page)
    assert "mine, typed with care" in page.content.decode()


def test_what_somebody_else_switched_off_in_the_same_moment_is_told(
    browser: Client, address: str, production: Environment
) -> None:
    seen: list[str] = []

    def quicker(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith('INSERT INTO "releases_switch"') and not seen:
            seen.append(sql)
            switched(production)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(quicker):
        answer = browser.post(address, {"target": "group:weather", "reason": "x"})

    assert "This is switched off there already." in words_of(answer)


def test_every_page_says_what_is_off_until_it_is_lifted(browser: Client, address: str, production: Environment) -> None:
    switch = switched(production)
    pages = ["/admin/", "/admin/catalog/toolgroup/", "/admin/catalog/tool/add/", "/admin/dryrun/", address]

    assert not [page for page in pages if BANNER not in words_of(browser.get(page))]

    lift(switch, by=None)
    assert not [page for page in pages if BANNER in words_of(browser.get(page))]


def test_an_editor_sees_what_is_off_too_but_may_not_change_it(address: str, production: Environment) -> None:
    switch = switched(production)
    editor = User.objects.create(username="eve", is_staff=True)
    editor.user_permissions.set(
        Permission.objects.filter(content_type__app_label__in=["releases", "catalog"]).exclude(codename="publish")
    )
    browser = signed_in(editor)

    assert BANNER in words_of(browser.get("/admin/"))
    for method in ("get", "post"):
        assert getattr(browser, method)(address).status_code == 403
        assert getattr(browser, method)(f"{ADMIN}/switch/{switch.pk}/lift/").status_code == 403
    assert Switch.objects.get().lifted_at is None


def test_many_things_that_are_off_are_not_all_in_the_head(
    browser: Client, address: str, production: Environment
) -> None:
    for number in range(7):
        Switch.objects.create(environment=production, kind="tool", identity=f"tool-{number}", reason="x")

    words = words_of(browser.get("/admin/"))

    assert words.count("Switched off in production") == 5
    assert "and 2 more" in words


def test_lifting_asks_first_and_then_does_it(browser: Client, address: str, production: Environment, ada: User) -> None:
    switch = switched(production)
    lifting = f"{ADMIN}/switch/{switch.pk}/lift/"
    assert "wrong answers" in words_of(browser.get(lifting))

    answer = browser.post(lifting, {"why": "mended"}, follow=True)

    switch.refresh_from_db()
    assert (switch.lifted_by, switch.lifted_why) == (ada, "mended")
    assert "On again: production: Tool group “weather”." in words_of(answer)
    assert "lifted" in words_of(browser.get(f"{ADMIN}/switch/"))


def test_lifting_what_somebody_lifted_meanwhile_is_told(browser: Client, address: str, production: Environment) -> None:
    switch = switched(production)
    lift(switch, by=None)

    answer = browser.post(f"{ADMIN}/switch/{switch.pk}/lift/", {"why": ""})

    assert "Somebody lifted this already." in words_of(answer)


def test_the_environments_page_and_the_home_page_tell_of_it(
    browser: Client, address: str, production: Environment
) -> None:
    lift(switched(production), by=None, why="mended")
    switched(production)

    assert "Tool group “weather”" in words_of(browser.get(f"{ADMIN}/environment/{production.pk}/change/"))
    home = words_of(browser.get("/admin/"))
    assert "on again · mended" in home
    assert "switched off · wrong answers" in home


def test_an_environment_without_a_release_has_nothing_to_switch_off(browser: Client, staging: Environment) -> None:
    page = browser.get(f"{ADMIN}/environment/{staging.pk}/switch-off/")

    assert "Nothing is live here yet." in words_of(page)
    assert "<textarea" not in page.content.decode()


def test_the_head_speaks_chinese(ada: User, address: str, production: Environment) -> None:
    switched(production)

    assert "已在“生产”停用：工具组“weather”" in words_of(signed_in(ada, "zh-hans").get("/admin/"))


def test_a_group_and_a_tool_lead_to_where_they_are_switched_off(
    browser: Client, address: str, production: Environment, staging: Environment
) -> None:
    pages = [
        f"/admin/catalog/{kind}/{row.pk}/change/"
        for kind, row in (("toolgroup", ToolGroup.objects.get()), ("tool", Tool.objects.get()))
    ]
    for page, target in zip(pages, ("group%3Aweather", "tool%3Aget_weather"), strict=True):
        assert f'href="{address}?target={target}"' in browser.get(page).content.decode()
        assert "Switch off in staging…" not in words_of(browser.get(page))

    switched(production)

    assert "Switch off in production…" not in words_of(browser.get(pages[0]))
    assert "Switch off in production…" in words_of(browser.get(pages[1]))


def test_who_may_not_switch_off_is_offered_no_way(address: str, production: Environment) -> None:
    editor = User.objects.create(username="eve", is_staff=True)
    editor.user_permissions.set(Permission.objects.filter(codename="view_toolgroup"))

    page = signed_in(editor).get(f"/admin/catalog/toolgroup/{ToolGroup.objects.get().pk}/change/")

    assert "Switch off in" not in words_of(page)
