"""What the chooser asks for: pages of tools and groups, and what is known of those chosen (field case 37)."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.catalog.building import contains, load
from toolgroups_admin.accounts.models import User

ADDRESS = "/admin/catalog/choices/"


def ask(browser: Client, **question: Any) -> Any:
    return browser.post(ADDRESS, json.dumps(question), content_type="application/json")


@pytest.fixture
def many(db: Any) -> None:
    load(
        tools=[{"key": f"tool-{number:02}", "title": f"Title {number}", "owner": "ops"} for number in range(30)],
        groups=[{"name": "weather", "matcher": contains("rain"), "enabled": False}],
    )


def test_pages_are_short_and_numbered(browser: Client, many: None) -> None:
    page = ask(browser, kind="tool", page=3).json()

    assert (page["page"], page["pages"], page["total"]) == (3, 3, 30)
    assert [row["identity"] for row in page["rows"]] == [f"tool-{number}" for number in range(24, 30)]


def test_a_page_beyond_the_last_one_is_the_last_one(browser: Client, many: None) -> None:
    assert ask(browser, kind="tool", page=99).json()["page"] == 3


@pytest.mark.parametrize("question", [{"wanted": "tool\0"}, {"chosen": ["\0"]}, {"page": 10**30}, {"page": -1}])
def test_what_no_database_can_be_asked_is_answered(browser: Client, many: None, question: dict[str, Any]) -> None:
    assert ask(browser, kind="tool", **question).status_code == 200


def test_half_a_surrogate_pair_is_no_question(browser: Client, many: None) -> None:
    assert ask(browser, kind="tool", chosen=["\ud800"]).status_code == 400


@pytest.mark.parametrize(("wanted", "total"), [("tool-07", 1), ("Title 7", 3), ("ops 07", 1), ("none", 0)])
def test_each_word_is_looked_for_in_name_title_and_owner(browser: Client, many: None, wanted: str, total: int) -> None:
    assert ask(browser, kind="tool", wanted=wanted).json()["total"] == total


def test_a_group_is_told_by_its_rule(browser: Client, many: None) -> None:
    [row] = ask(browser, kind="group").json()["rows"]

    assert (row["about"], row["enabled"]) == ("last user message contains rain", False)


def test_a_long_description_is_cut(browser: Client, db: Any) -> None:
    load(tools=[{"key": "long", "description": "x" * 50_000}])

    [row] = ask(browser, kind="tool").json()["rows"]

    assert len(row["about"]) == 201


def test_those_chosen_are_told_whatever_page_they_are_on(browser: Client, many: None) -> None:
    rows = ask(browser, kind="tool", chosen=["tool-29", "gone", 7]).json()["rows"]

    assert [(row["identity"], row["title"]) for row in rows] == [("tool-29", "Title 29")]


def test_a_page_takes_the_same_queries_however_many_there_are(browser: Client, many: None) -> None:
    with CaptureQueriesContext(connection) as queries:
        ask(browser, kind="tool", page=2)

    assert len(queries) <= 5


@pytest.mark.parametrize("kind", ["prompt", "nonsense", None])
def test_other_kinds_are_refused(browser: Client, kind: Any) -> None:
    assert ask(browser, kind=kind).status_code == 400


def test_who_may_not_see_them_is_refused(db: Any) -> None:
    client = Client()
    client.force_login(User.objects.create(username="guest", is_staff=True))

    assert ask(client, kind="tool").status_code == 403
