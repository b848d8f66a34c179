"""Descriptions that do not tell the model when to call a tool."""

import pytest

from tests.engine.linting.linted import findings, paths, with_tool

FAMILY = {"description_missing", "description_vague", "description_short", "description_long"}


@pytest.mark.parametrize(
    ("description", "rule"),
    [
        pytest.param("", "description_missing", id="none"),
        pytest.param("\u3000 \n", "description_missing", id="blank"),
        pytest.param("Get weather now", "description_short", id="three words"),
        pytest.param("查询天气", "description_short", id="four Chinese characters"),
        pytest.param("天气 API v2", "description_short", id="both scripts, together too little"),
        pytest.param("Handles orders, refunds etc. for customers", "description_vague", id="a vague word"),
        pytest.param("Does stuff", "description_vague", id="vague and short counts once"),
        pytest.param("查询订单等等的相关信息", "description_vague", id="vague in Chinese"),
        pytest.param("Get weather.", "description_vague", id="the name once more"),
        pytest.param("a b c d " + "x" * 1017, "description_long", id="1,025 characters"),
    ],
)
def test_a_description_that_says_too_little_or_too_much(description: str, rule: str) -> None:
    linted = with_tool(name="get_weather", description=description)

    assert {name: paths(linted, name) for name in FAMILY if paths(linted, name)} == {rule: ["$.tools[0].description"]}


@pytest.mark.parametrize(
    "description",
    [
        pytest.param("Get the weather now", id="four words"),
        pytest.param("查询订单状态", id="six Chinese characters"),
        pytest.param("查询订单 by number", id="both scripts, together enough"),
        pytest.param("Prefetches stuffing and everything useful", id="vague words inside others"),
        pytest.param("a b c d " + "x" * 1016, id="1,024 characters"),
    ],
)
def test_a_description_that_says_enough(description: str) -> None:
    linted = with_tool(name="get_weather", description=description)

    assert not [name for name in FAMILY if paths(linted, name)]


def test_the_words_show_what_was_found() -> None:
    [finding] = findings(with_tool(description="Various things for the customer service"), "description_vague")

    assert finding.message.startswith("“Various, things”")
