"""What scenarios find: each kind of expectation holds and fails, with why."""

from typing import Any

import pytest

from tests.dryrun.scenarios import scenario, shop
from toolgroups_admin.dryrun.checking import Checked, check
from toolgroups_admin.dryrun.scenario_documents import scenario_of
from toolgroups_admin.dryrun.sources import Compiled
from toolgroups_admin.engine import compile_catalog

pytestmark = pytest.mark.usefixtures("english")

TOOLS = ["calculate", "get_weather"]


def checked(text: str, **expect: Any) -> Checked:
    document = shop()
    return check(scenario_of(scenario(text, **expect)), Compiled(document, compile_catalog(document)))


@pytest.mark.parametrize(
    "expect",
    [
        {"hits": ["weather"]},
        {"misses": ["order", "vip", "of no prompt"]},
        {"tools": ["get_weather"]},
        {"tools": TOOLS, "no_other_tools": True},
        {"absent_tools": ["get_order", "unheard of"]},
        {"system_prompt_has": ["You help.", "Look outside"]},
        {"tool_sources": {"get_weather": "group:weather", "calculate": "prompt"}},
    ],
)
def test_what_is_true_passes(expect: Any) -> None:
    assert checked("上海天气", **expect).passed


@pytest.mark.parametrize(
    ("expect", "code", "subject", "words"),
    [
        ({"hits": ["weather", "order"]}, "group_missed", "order", "Misses because the message has none of “订单”."),
        ({"hits": ["nowhere"]}, "group_missed", "nowhere", "not judged here"),
        ({"misses": ["weather"]}, "group_hit", "weather", "Hits because “天气” stands in the message."),
        ({"tools": ["get_order"]}, "tool_missing", "get_order", "The group “order”: Misses because"),
        ({"tools": ["unheard of"]}, "tool_missing", "unheard of", "Nothing that is judged here brings it."),
        ({"absent_tools": ["get_weather"]}, "tool_offered", "get_weather", "It comes from the group “weather”. Hits"),
        ({"no_other_tools": True, "tools": ["calculate"]}, "tool_surplus", "get_weather", "the group “weather”"),
        ({"tool_sources": {"calculate": "request"}}, "tool_source", "calculate", "It comes from the prompt."),
        ({"tool_sources": {"get_order": "prompt"}}, "tool_source", "get_order", "The group “order”: Misses because"),
        ({"system_prompt_has": ["rain"]}, "text_missing", "rain", "It is: “You help."),
    ],
)
def test_what_is_not_true_fails_and_says_why(expect: Any, code: str, subject: str, words: str) -> None:
    [failure] = checked("上海天气", **expect).failures

    assert (failure.code, failure.subject) == (code, subject)
    assert words in " ".join(failure.why)


def test_what_fails_for_one_reason_is_told_once() -> None:
    expect = {"tools": ["get_order"], "tool_sources": {"get_order": "group:order"}}

    assert [failure.code for failure in checked("上海天气", **expect).failures] == ["tool_missing"]


@pytest.mark.parametrize(
    ("context", "words"),
    [
        ({"prompt": "gone"}, "no prompt “gone”"),
        ({"prompt": "p", "tools": ["gone"]}, "no tool with the key “gone”"),
        ({"prompt": "p", "groups": ["gone"]}, "no tool group “gone”"),
        ({"prompt": "p", "streaming": "x"}, "streaming"),
    ],
)
def test_a_scenario_that_cannot_be_tried_fails(context: Any, words: str) -> None:
    document = shop()
    members = {**scenario(), "context": context}

    [failure] = check(scenario_of(members), Compiled(document, compile_catalog(document))).failures

    assert failure.code == "not_tried"
    assert words in failure.words


def test_a_tool_that_its_own_rule_withholds_says_so() -> None:
    document = shop()
    document["tools"][0]["allow"] = {"kind": "condition", "field": "account_id", "op": "exists"}
    key = document["tools"][0]["key"]

    result = check(scenario_of(scenario("上海天气 订单", tools=[key])), Compiled(document, compile_catalog(document)))

    [failure] = result.failures
    assert "Its own rule" in " ".join(failure.why)
