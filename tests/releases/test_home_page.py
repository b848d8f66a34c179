"""The home page says what is live where, what is not published, what is wrong, and what happened last."""

import html
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.releases.editing import add_tool, contains, draft_has_weather, edit
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.releases import live
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish

DRAFT_FAULTS = "/admin/releases/environment/draft-faults/"


@pytest.fixture
def browser(ada: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(ada)
    return client


def home(browser: Client) -> str:
    response = browser.get("/admin/")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_it_says_what_is_live_where_since_when_and_by_whom(browser: Client, ada: User, production: Environment) -> None:
    draft_has_weather()
    release = publish(production, by=ada, comment="Weather for all")

    page = home(browser)

    assert f'<a href="/admin/releases/release/{release.pk}/change/">Release 1</a>' in page
    assert "· ada · published" in page
    assert "Weather for all" in page
    assert page.count("Nothing is live") == Environment.objects.count() - 1


def test_it_names_what_is_not_published_and_leads_to_the_page_that_does(
    browser: Client, ada: User, production: Environment
) -> None:
    group = draft_has_weather()
    publish(production, by=ada)
    edit(group, matcher=contains("rain", "snow"))

    page = home(browser)

    assert "Tool group “weather” changes" in page
    assert "Rule: keyword “snow” added" in page
    assert f'href="/admin/releases/environment/{production.pk}/publish/">Look at them and publish' in page


def test_it_says_that_everything_is_published(browser: Client, ada: User, production: Environment) -> None:
    draft_has_weather()
    publish(production, by=ada)

    assert "Everything is published." in home(browser)


def test_many_changes_are_counted_and_not_all_listed(browser: Client, production: Environment) -> None:
    for number in range(11):
        add_tool(f"tool-{number:02}")

    page = home(browser)

    assert "“tool-07”" in page
    assert "“tool-08”</strong>" not in page
    assert "and 3 more objects" in page


def test_a_draft_that_does_not_compile_is_a_problem_with_a_link_to_the_object(browser: Client) -> None:
    group = draft_has_weather()
    edit(group, matcher={"kind": "prompt_matches", "pattern": "("})

    assert "The draft cannot be published" not in home(browser)
    for page in (html.unescape(browser.get(DRAFT_FAULTS).content.decode()), home(browser)):
        assert "The draft cannot be published" in page
        assert f'<a href="/admin/catalog/toolgroup/{group.pk}/change/">tool group “weather”, matcher' in page


def test_why_the_draft_does_not_compile_is_asked_for_by_the_page_until_it_is_known(browser: Client) -> None:
    draft_has_weather()

    asked = DRAFT_FAULTS in home(browser)
    found = browser.get(DRAFT_FAULTS)

    assert asked
    assert found.content.strip() == b""
    assert DRAFT_FAULTS not in home(browser)


def test_what_is_wrong_with_what_is_live_is_a_problem(
    browser: Client, ada: User, production: Environment, own_live_state: Path
) -> None:
    draft_has_weather()
    publish(production, by=ada)
    own_live_state.mkdir()  # where the file should be
    live.refresh()

    page = home(browser)

    assert "What is live has a problem" in page
    assert "The state cannot be kept on disk" in page


def test_the_latest_edits_and_publications_stand_together(browser: Client, ada: User, production: Environment) -> None:
    group = draft_has_weather(by=ada)
    publish(production, by=ada, comment="First")
    edit(group, description="sun and rain")

    page = home(browser).partition("What happened last")[2]

    edited, published, made = (
        page.index(words) for words in ("group weather: changed", "production: release 1", "Tool get_weather: created")
    )
    assert edited < published < made


def test_what_one_import_changed_is_one_entry(browser: Client) -> None:
    tools = [{"key": f"t{number}"} for number in range(3)]
    apply_import(plan_import({"format": 1, "tools": tools}), by=None, why="From the old system")

    page = home(browser).partition("What happened last")[2]

    assert page.count("<li>") == 1
    assert "3 objects imported" in page
    assert "From the old system" in page


def test_it_links_to_the_dry_run_and_the_api(browser: Client) -> None:
    page = home(browser)

    assert 'href="/admin/dryrun/">Dry run' in page
    assert 'href="/api/v1/docs/"' in page
    assert 'href="/api/v1/schema/"' in page


def test_somebody_who_may_only_edit_sees_nothing_of_releases(db: Any) -> None:
    editor = User.objects.create_user("eve", is_staff=True)
    client = Client(headers={"accept-language": "en"})
    client.force_login(editor)

    page = home(client)

    assert "Nothing is live" not in page
    assert "What happened last" not in page
    assert "Where to go on" in page


def test_it_speaks_chinese(ada: User) -> None:
    client = Client(headers={"accept-language": "zh-CN"})
    client.force_login(ada)

    assert '<html lang="zh-hans"' in home(client)


def test_its_queries_do_not_grow_with_the_catalog(
    browser: Client, production: Environment, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    draft_has_weather()
    home(browser)
    for number in range(30):
        add_tool(f"tool-{number:02}")
    home(browser)

    with django_assert_num_queries(18):
        home(browser)
