"""Problems in lists and forms: known ones at once, others when the page asks for them."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.catalog.building import contains, group, load
from tests.catalog.problem_pages import page_of, shown, viewer_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.catalog.problems import draft_problems
from toolgroups_admin.catalog.saving import save_with_history

COUNTS = "/admin/problems/counts/"
BESIDE = "/admin/problems/beside-fields/"


def counts_in(page: str) -> list[str]:
    return [" ".join(link.split()) for link in re.findall(r'<a class="problem-count[^>]*>', page)]


def parts_of(page: str, address: str) -> str:
    """What the page asks for when it is there itself."""
    [asked] = re.findall(rf'hx-get="({address}[^"]*)"', page)
    return unescape(asked)


def test_lists_count_problems_and_link_to_them(browser: Client, letter: ToolGroup) -> None:
    load(
        groups=[{"name": "fine", "matcher": contains("order"), "system_prompt": "Be kind."}],
        prompts=[{"name": "q", "groups": ["fine"]}],
    )
    page_of(browser)

    page = browser.get("/admin/catalog/toolgroup/").content.decode()

    assert counts_in(page) == [
        '<a class="problem-count is-warning" href="/admin/problems/?kind=group&amp;object=letter"'
        ' title="1 warning" aria-label="1 warning">'
    ]
    assert COUNTS not in page
    assert shown(browser, "?kind=group&object=letter")


def test_a_list_does_not_wait_for_lint_but_asks_for_the_counts(browser: Client, letter: ToolGroup) -> None:
    load(
        groups=[{"name": "fine", "matcher": contains("order"), "system_prompt": "Be kind."}],
        prompts=[{"name": "q", "groups": ["fine"]}],
    )

    page = browser.get("/admin/catalog/toolgroup/").content.decode()
    counts = browser.get(parts_of(page, COUNTS)).content.decode()

    assert not counts_in(page)
    assert len(counts_in(counts)) == 1
    assert f'<span id="problem-count-{letter.pk}" hx-swap-oob=true>' in counts
    assert f'<span id="problem-count-{group("fine").pk}" hx-swap-oob=true>–</span>' in counts
    assert COUNTS not in browser.get("/admin/catalog/toolgroup/").content.decode()


def test_a_list_has_the_last_counts_until_it_is_told_the_new_ones(browser: Client, letter: ToolGroup) -> None:
    draft_problems()
    letter.title = "Letters"
    save_with_history(letter, by=None)

    page = browser.get("/admin/catalog/toolgroup/").content.decode()

    assert f'<span id="problem-count-{letter.pk}" ><a class="problem-count is-warning"' in page
    assert "/admin/problems/counts/?kind=group" in page


def test_an_empty_list_asks_for_nothing(browser: Client, db: Any) -> None:
    assert COUNTS not in browser.get("/admin/catalog/toolgroup/").content.decode()


@pytest.mark.parametrize("kind", ["tool", "matcherrule", "prompt"])
def test_every_list_has_the_column(browser: Client, db: Any, kind: str) -> None:
    load(
        tools=[{"key": "t"}],
        rules=[{"name": "r", "definition": contains("x")}],
        prompts=[{"name": "p", "title": "hid\u200bden"}],
    )
    page_of(browser)

    assert counts_in(browser.get(f"/admin/catalog/{kind}/").content.decode())


def test_a_form_says_at_the_field_what_is_wrong(browser: Client, letter: ToolGroup) -> None:
    page_of(browser)

    page = browser.get(f"/admin/catalog/toolgroup/{letter.pk}/change/").content.decode()

    field = page[page.index('id="id_matcher"') :]
    assert "A single character is part of many words" in field[: field.index('id="id_system_prompt"')]
    assert BESIDE not in page


def test_a_page_without_fields_says_above_what_is_wrong(letter: ToolGroup) -> None:
    client = viewer_of("toolgroup")
    page_of(client)

    page = client.get(f"/admin/catalog/toolgroup/{letter.pk}/change/").content.decode()

    above = page[page.index('class="object-problems"') : page.index('id="toolgroup_form"')]
    assert "A single character is part of many words" in above
    assert "/admin/problems/?kind=group&amp;object=letter" in above


def test_a_form_does_not_wait_for_lint_but_asks_for_its_problems(browser: Client, letter: ToolGroup) -> None:
    page = browser.get(f"/admin/catalog/toolgroup/{letter.pk}/change/").content.decode()

    parts = browser.get(parts_of(page, BESIDE)).content.decode()

    assert "A single character" not in page
    assert '<div id="problems-at-matcher" >' in page
    assert '<div id="problems-at-matcher" hx-swap-oob=true>' in parts
    assert "A single character is part of many words" in parts


def test_a_page_without_fields_asks_for_its_problems_too(letter: ToolGroup) -> None:
    client = viewer_of("toolgroup")
    page = client.get(f"/admin/catalog/toolgroup/{letter.pk}/change/").content.decode()

    parts = client.get(parts_of(page, BESIDE)).content.decode()

    assert "A single character is part of many words" in parts
    assert "problems-at" not in page + parts


def test_a_form_that_is_refused_says_what_is_wrong_with_what_is_saved(browser: Client, letter: ToolGroup) -> None:
    page_of(browser)

    refused = browser.post(f"/admin/catalog/toolgroup/{letter.pk}/change/", {"name": ""})

    assert "A single character is part of many words" in refused.content.decode()


def test_a_form_of_something_new_has_no_problems(browser: Client, db: Any) -> None:
    page = browser.get("/admin/catalog/toolgroup/add/").content.decode()

    assert "object-problems" not in page
    assert "problems-at" not in page


@pytest.mark.parametrize("address", [COUNTS, BESIDE])
def test_parts_are_for_those_who_may_see_the_kind(browser: Client, letter: ToolGroup, address: str) -> None:
    client = Client()
    client.force_login(User.objects.create(username="nobody", is_staff=True))

    assert client.get(f"{address}?kind=group").status_code == 403
    assert browser.get(f"{address}?kind=unheard").status_code == 404
    assert browser.get(f"{address}?kind=group&pk=x&object=gone").content.decode().strip() == ""
