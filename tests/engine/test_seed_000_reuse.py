"""What seed 000 says of reuse, of patterns that are ready beforehand, and of what needs no doing by hand."""

import pytest

from tests.engine.building import Json, catalog_of, contains, document, group, keys, says, tool
from toolgroups_admin.engine import ChatContext, InvalidDocument, compile_catalog, parse_context, resolve

WEATHER = group("weather", tool("get_weather"), system_prompt="Ask the weather service.", matcher=contains("天气"))


def asks(prompt: str, text: str) -> ChatContext:
    return parse_context({"prompt": prompt, "messages": [{"role": "user", "content": text}]})


# 始终挂载一组工具: a group is reused as a whole, with tools and prompt


def test_one_group_serves_several_prompts_each_with_its_own_system_message() -> None:
    shared: Json = document(WEATHER)
    shared["prompts"] = [
        {"name": name, "system_message": f"You are {name}.", "groups": ["weather"]} for name in ("sales", "support")
    ]
    catalog = compile_catalog(shared)

    answers = [resolve(catalog, asks(name, "上海今天的天气怎么样？")) for name in ("sales", "support")]

    assert [keys(answer) for answer in answers] == [["get_weather"], ["get_weather"]]
    assert [answer.system_prompt for answer in answers] == [
        "You are sales.\n\nAsk the weather service.",
        "You are support.\n\nAsk the weather service.",
    ]


# 内置 Matcher: promptMatches(Pattern)


def test_a_pattern_is_ready_before_the_first_request() -> None:
    with pytest.raises(InvalidDocument) as refused:
        catalog_of(group("g", matcher={"kind": "prompt_matches", "pattern": "(订单|快递"}))

    assert [(fault.code, fault.path) for fault in refused.value.faults] == [
        ("bad_pattern", "$.groups[0].matcher.pattern")
    ]


def test_flags_of_a_pattern_are_written_inside_it() -> None:
    catalog = catalog_of(group("g", matcher={"kind": "prompt_matches", "pattern": "(?iu)état"}))

    assert resolve(catalog, says("L'ÉTAT")).groups == ("g",)


# 最佳实践 2: clear, stable conditions; the tools of a group that misses are not sent, however similar


def test_of_two_groups_only_the_one_that_is_meant_is_mounted() -> None:
    catalog = catalog_of(WEATHER, group("order", tool("get_order"), matcher=contains("订单")))

    assert keys(resolve(catalog, says("订单到哪了"))) == ["get_order"]


# 是否需要手动调用 ToolGroupPromptResolver


def test_resolving_takes_no_interceptor_and_no_second_step() -> None:
    resolution = resolve(catalog_of(WEATHER), says("天气"))

    assert keys(resolution) == ["get_weather"]
    assert resolution.messages[0] == {"role": "system", "content": "Ask the weather service."}
