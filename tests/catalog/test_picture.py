"""A prompt drawn with its groups and tools."""

from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.catalog.building import contains, group, load, prompt, tool
from toolgroups_admin.catalog.picture import MOST_GROUPS, cut, picture_of, wrapped

KEYS = [f"t{number:02}" for number in range(14)]


@pytest.fixture
def shop(db: Any) -> None:
    load(
        tools=[{"key": key, "title": "Title"} for key in KEYS],
        groups=[
            {"name": "weather", "tools": KEYS[:2], "matcher": contains("rain")},
            {"name": "many", "tools": KEYS, "enabled": False},
        ],
        prompts=[{"name": "p", "groups": ["weather", "many"], "tools": ["t13"]}, {"name": "empty"}],
    )


def test_groups_stand_in_order_with_their_rule_and_tools_beside_them(shop: None) -> None:
    picture = picture_of(prompt("p"))

    assert [(box.name, box.words[0], box.is_off) for box in picture.groups] == [
        ("weather", "last user message contains rain", False),
        ("many", "always", True),
    ]
    assert [box.name for box in picture.tools[:3]] == ["t13", "t00", "t01"]
    assert picture.tools[-1].name == "+ 4"
    assert len(picture.paths) == len(picture.groups) + len(picture.tools)


def test_nothing_lies_over_anything_and_all_lies_inside(shop: None) -> None:
    picture = picture_of(prompt("p"))

    for boxes in (picture.groups, picture.tools):
        assert all(upper.y + upper.height < lower.y for upper, lower in pairwise(boxes))
    assert all(box.y + box.height <= picture.height for box in (*picture.groups, *picture.tools))


def test_an_empty_prompt_is_drawn_alone(shop: None) -> None:
    picture = picture_of(prompt("empty"))

    assert (picture.groups, picture.tools, picture.paths) == ([], [], [])
    assert picture.height >= picture.prompt.height


def test_a_picture_takes_three_queries_whatever_it_holds(shop: None) -> None:
    shown = prompt("p")

    with CaptureQueriesContext(connection) as queries:
        picture_of(shown)

    assert len(queries) == 3


def test_of_many_groups_the_first_are_shown_and_the_rest_counted(db: Any) -> None:
    names = [f"g{number:02}" for number in range(MOST_GROUPS + 2)]
    load(groups=[{"name": name} for name in names], prompts=[{"name": "p", "groups": names}])

    *shown, last = picture_of(prompt("p")).groups

    assert [box.name for box in shown] == names[:MOST_GROUPS]
    assert (last.name, last.address) == ("+ 2", "")


def test_the_page_of_a_prompt_links_each_part(browser: Client, shop: None) -> None:
    page = browser.get(f"/admin/catalog/prompt/{prompt('p').pk}/change/").content.decode()

    assert "<svg" in page
    assert f'<a href="/admin/catalog/toolgroup/{group("weather").pk}/change/">' in page
    assert f'<a href="/admin/catalog/tool/{tool("t00").pk}/change/">' in page


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("short", ["short"]),
        ("one two three", ["one two", "three"]),
        ("withoutanyspaces", ["withoutany", "spaces"]),
        ("天气预报和空气质量", ["天气预报和", "空气质量"]),
        ("one two three four five", ["one two", "three fou…"]),
    ],
)
def test_words_are_laid_out_in_two_lines_of_ten_columns(text: str, lines: list[str]) -> None:
    assert wrapped(text, 10, lines=2) == lines


def test_a_name_that_is_too_long_ends_in_an_ellipsis() -> None:
    assert (cut("short", 10), cut("a-very-long-name", 10)) == ("short", "a-very-lo…")
