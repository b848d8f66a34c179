"""The Problems page: what it says, how it is narrowed and paged, in both languages."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.catalog.building import contains, group, load, tool
from tests.catalog.problem_pages import PAGE, page_of, shown
from tests.chinese_pages import english_of
from tests.engine.linting.one_of_each import one_of_each
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.admin.shown_problems import grouped, shown_objects
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.catalog.problems import problems_in
from toolgroups_admin.catalog.saving import save_with_history
from toolgroups_admin.engine import LINT_RULES

WAIVE = "/admin/problems/waive/"
MOST_QUERIES = 8


def test_the_page_says_why_and_what_to_do_and_links_to_the_field(browser: Client, letter: ToolGroup) -> None:
    page = page_of(browser)

    assert "A single character is part of many words" in page
    assert "Write the whole word." in page
    assert f'href="/admin/catalog/toolgroup/{letter.pk}/change/#id_matcher"' in page


def test_an_empty_draft_has_no_problems(browser: Client, db: Any) -> None:
    assert "Nothing is wrong with the draft." in page_of(browser)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?severity=note", ["tool_unused"]),
        ("?severity=warning&kind=group", ["keyword_of_one_character"]),
        ("?kind=tool&rule=description_missing", ["description_missing"]),
        ("?owner=ops", ["keyword_of_one_character"]),
        ("?kind=tool&object=letter", []),
        ("?rule=unheard", []),
    ],
)
def test_the_page_is_narrowed(browser: Client, letter: ToolGroup, query: str, found: list[str]) -> None:
    load(tools=[{"key": "t"}])

    assert [rule for _, rule in shown(browser, query)] == found
    assert bool(found) != ("There is no such problem." in page_of(browser, query))


def test_choices_say_how_many_there_are(browser: Client, letter: ToolGroup) -> None:
    load(tools=[{"key": "t"}])

    choices = {choice.name: choice.options for choice in browser.get(PAGE).context["choices"]}

    assert choices["kind"] == [("tool", "Tool", 2), ("group", "Tool group", 1)]
    assert choices["severity"] == [("warning", "warning", 2), ("note", "note", 1)]
    assert choices["owner"] == [("ops", "ops", 1)]


def test_the_page_takes_the_same_number_of_queries_whatever_it_shows(browser: Client, db: Any) -> None:
    load(tools=[{"key": "t0"}])
    page_of(browser)
    with CaptureQueriesContext(connection) as few:
        page_of(browser)
    load(tools=[{"key": f"t{number}"} for number in range(40)])
    page_of(browser)

    with CaptureQueriesContext(connection) as many:
        page_of(browser)

    assert len(many) == len(few) <= MOST_QUERIES


def test_many_objects_are_shown_page_by_page(browser: Client, db: Any) -> None:
    load(tools=[{"key": f"t{number:03}"} for number in range(60)])

    first, second = shown(browser, "?kind=tool"), shown(browser, "?kind=tool&page=2")

    assert len({identity for identity, _ in first}) == 50
    assert {identity for identity, _ in second} == {f"t{number:03}" for number in range(50, 60)}
    assert "?kind=tool&amp;page=2" in page_of(browser, "?kind=tool")
    assert "?kind=tool&amp;page=1" in page_of(browser, "?kind=tool&page=2")


def test_a_draft_that_does_not_compile_says_so_and_offers_no_waiver(browser: Client, letter: ToolGroup) -> None:
    letter.matcher = {"kind": "python", "name": "gone"}
    save_with_history(letter, by=None)

    page = page_of(browser)

    assert "The draft does not compile." in page
    assert "No matcher is registered in code under this name" in page
    assert WAIVE not in page


def test_a_fault_of_the_whole_draft_is_shown_without_an_object(ada: User) -> None:
    problems = problems_in({"format": 7}, now=datetime.now(UTC), evidence=None)

    [shown_object] = shown_objects(grouped(problems.all), ada)

    assert (shown_object.identity, shown_object.address, shown_object.kind_name) == ("", "", "")
    assert shown_object.problems[0].why.startswith("$.format: This document is of a later format")


def test_every_problem_is_said_in_chinese(ada: User, settings: Any) -> None:
    settings.LINT_MOST_TOKENS = 500
    document = one_of_each()
    load(**{section: objects for section, objects in document.items() if section != "format"})
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(ada)

    english = {}
    for rule in LINT_RULES:
        page = client.get(f"{PAGE}?rule={rule}").content.decode()
        words = LINT_RULES[rule]
        english[rule] = [text for text in (words.title, words.why, words.remedy) if text in page]

    assert not {rule: texts for rule, texts in english.items() if texts}


def test_the_page_has_no_english_words_in_chinese(ada: User, db: Any) -> None:
    load(
        tools=[{"key": "t1"}], groups=[{"name": "g1", "matcher": contains("x")}, {"name": "g2", "matcher": contains()}]
    )
    User.objects.update(username="u1")
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(ada)
    addresses = [PAGE, f"{PAGE}?kind=prompt", f"{PAGE}?object=g1", "/admin/catalog/toolgroup/"]
    addresses += [f"/admin/catalog/toolgroup/{group('g1').pk}/change/", f"/admin/catalog/tool/{tool('t1').pk}/change/"]

    english = {address: english_of(client.get(address).content.decode()) for address in addresses}

    assert not {address: words for address, words in english.items() if words}
