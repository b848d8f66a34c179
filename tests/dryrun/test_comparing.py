"""One chat against two sources, differences first."""

from typing import Any

import pytest
from django.test import Client

from tests.dryrun.asking import HTMX, PAGE, asked, says
from tests.engine.building import contains
from toolgroups_admin.catalog.models import Tool, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history
from toolgroups_admin.dryrun.differing import Difference
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish


@pytest.fixture
def published(demo: Any, own_live_state: Any) -> None:
    """The demo is live in production, and the draft differs: weather asks for snow, and its tool is another."""
    publish(Environment.objects.get(name="production"), by=None)
    weather = ToolGroup.objects.get(name="weather")
    weather.matcher = contains("下雪")
    save_with_history(weather, by=None)
    tool = Tool.objects.get(key="calculate")
    tool.description = "Counts."
    save_with_history(tool, by=None)


def compared(browser: Client, text: str, against: str = "release:1") -> Difference:
    page = asked(browser, says(text, against=against))
    assert page.compared is not None
    assert page.compared.difference is not None, page.compared.obstacle
    return page.compared.difference


@pytest.mark.usefixtures("published")
def test_what_is_lost_and_gained_comes_first_with_why(browser: Client) -> None:
    lost, gained = compared(browser, "上海天气"), compared(browser, "下雪吗")

    assert [(each.name, each.here, each.there) for each in lost.groups] == [("weather", "miss", "hit")]
    assert "下雪" in lost.groups[0].why_here
    assert "天气" in lost.groups[0].why_there
    assert [(each.name, each.here) for each in gained.groups] == [("weather", "hit")]
    assert (lost.gained, lost.lost, gained.gained, gained.lost) == (0, 1, 1, 0)


@pytest.mark.usefixtures("published")
def test_tools_and_the_prompt_are_told_too(browser: Client) -> None:
    found = compared(browser, "上海天气")

    changes = {each.name: (each.change, each.members) for each in found.tools}
    assert changes["get_weather"] == ("lost", ())
    assert changes["calculate"] == ("changed", ("description",))
    assert "-" in {line.sign for line in found.prompt}
    assert "+" not in {line.sign for line in found.prompt}


@pytest.mark.usefixtures("published")
def test_the_same_source_differs_in_nothing(browser: Client, language: str) -> None:
    answer = browser.post(PAGE, says("天气", against="draft"), headers={**HTMX, "accept-language": language})

    assert compared(browser, "天气", "draft").is_none
    assert ("Both answer the same" in answer.content.decode()) == (language == "en")


@pytest.mark.usefixtures("published")
def test_an_obstacle_in_the_other_source_leaves_the_answer(browser: Client) -> None:
    page = asked(browser, says("天气", against="release:99"))

    assert page.answer is not None
    assert page.compared is not None
    assert "Choose another" in page.compared.obstacle


@pytest.mark.usefixtures("published")
def test_a_prompt_that_the_other_has_not_is_an_obstacle(browser: Client) -> None:
    from_release = asked(browser, says("x", source="release:1", against="draft", groups="qwen-only"))

    assert from_release.compared is not None
    assert from_release.compared.obstacle == ""
