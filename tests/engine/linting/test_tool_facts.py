"""What is found out of a tool is kept from one lint to the next, for exactly that tool."""

from dataclasses import replace
from typing import Any

from toolgroups_admin.engine import Finding, lint
from toolgroups_admin.engine.catalog import Tool
from toolgroups_admin.engine.linting.tool_facts import MOST_KEPT, mark_of, tokens_as_sent

PROMPT = {"name": "p", "tools": ["t"]}


class Counting:
    """Counts tokens, and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, text: str) -> int:
        self.asked += 1
        return len(text)


def linted(tool: dict[str, Any], **options: Any) -> tuple[Finding, ...]:
    return lint({"format": 1, "tools": [tool], "prompts": [PROMPT]}, **options)


def refusals(tool: dict[str, Any], *formats: str) -> list[str]:
    return [finding.message for finding in linted(tool, formats=formats) if finding.rule.startswith("provider_")]


def test_a_tool_that_stays_is_counted_once_and_an_edited_one_anew() -> None:
    tokens = Counting()
    tool = {"key": "t", "description": "Tells the weather of a town."}

    linted(tool, tokens=tokens)
    linted({**tool, "title": "never sent"}, tokens=tokens)
    counted = tokens.asked
    linted({**tool, "description": "Tells the weather of a village."}, tokens=tokens)

    assert (counted, tokens.asked) == (1, 2)


def test_problems_are_those_of_the_tool_as_it_is_now_in_the_formats_asked_for() -> None:
    tool = {"key": "t", "name": "天气", "description": "Tells the weather of a town."}

    before = refusals(tool, "openai")
    again = refusals(tool, "openai", "anthropic")
    mended = refusals({**tool, "name": "weather"}, "openai")

    assert len(before) == len(again) == 1
    assert before != again
    assert not mended


def test_what_is_kept_is_bounded() -> None:
    tokens, tool = Counting(), Tool(key="t", name="t")

    for number in range(MOST_KEPT + 1):
        tokens_as_sent(tool, number.to_bytes(4), tokens)
    tokens_as_sent(tool, (0).to_bytes(4), tokens)

    assert tokens.asked == MOST_KEPT + 2


def test_only_what_is_sent_tells_tools_apart() -> None:
    tool = Tool(key="a", name="t", description="same")

    assert mark_of(tool) == mark_of(replace(tool, key="b", sensitive=True))
    assert mark_of(tool) != mark_of(replace(tool, description="other"))
