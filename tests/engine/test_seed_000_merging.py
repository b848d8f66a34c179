"""What seed 000 states about tool groups, heading by heading: structure, merging, isolation, interceptors, questions."""

import json
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from tests.engine.building import Json, catalog_of, condition, contains, document, group, hits, keys, says, tool
from toolgroups_admin.engine import (
    ChatContext,
    Interceptor,
    InvalidDocument,
    compile_catalog,
    in_format,
    parse_context,
    resolve,
)
from toolgroups_admin.engine.interceptors import Proceed
from toolgroups_admin.engine.resolution import Resolution

REQUEST_PREPARATION = 10_000
FINANCE = group("finance", tool("ledger"), matcher=condition("attributes.department", "equals", "finance"))


def adds_the_department(context: ChatContext, proceed: Proceed) -> Resolution:
    return proceed(context.with_(attributes={**context.attributes, "department": "finance"}))


def turns(*texts: str) -> ChatContext:
    """A conversation of one user, with an answer between the turns."""
    messages: list[Json] = []
    for text in texts:
        messages += [{"role": "assistant", "content": "好的"}, {"role": "user", "content": text}]
    return parse_context({"prompt": "p", "messages": messages[1:]})


# ToolGroup 结构


def test_a_group_is_immutable_once_built() -> None:
    written = document(group("g", tool("t"), system_prompt="提示"))
    catalog = compile_catalog(written)
    written["groups"][0]["system_prompt"] = "改"

    with pytest.raises(FrozenInstanceError):
        catalog.groups["g"].system_prompt = "改"  # type: ignore[misc]

    assert resolve(catalog, says("x")).system_prompt == "提示"


def test_a_groups_name_must_not_be_empty() -> None:
    with pytest.raises(InvalidDocument) as refused:
        compile_catalog(document(group("")))

    assert "$.groups[0].name" in [fault.path for fault in refused.value.faults]


@pytest.mark.parametrize("explain", [False, True])
def test_a_description_is_neither_prompt_nor_tool_definition(*, explain: bool) -> None:
    catalog = catalog_of(group("g", tool("t"), description="查询实时天气、温度和降雨情况", system_prompt="提示"))

    resolution = resolve(catalog, says("x"), explain=explain)

    assert "降雨" not in json.dumps([resolution.messages, in_format(resolution, "openai").tools], ensure_ascii=False)


@pytest.mark.parametrize(
    ("given", "offered", "prompt"),
    [
        (group("g", tool("t")), ["t"], None),
        (group("g", system_prompt="提示"), [], "提示"),
        (group("g", tool("t"), system_prompt="提示"), ["t"], "提示"),
        (group("g"), [], None),
    ],
)
def test_tools_and_prompt_of_a_group_are_both_optional(given: Json, offered: list[str], prompt: str | None) -> None:
    resolution = resolve(catalog_of(given), says("x"))

    assert resolution.groups == ("g",)
    assert (keys(resolution), resolution.system_prompt) == (offered, prompt)


# 工具合并规则


def test_direct_tools_come_first_and_then_the_groups_in_order() -> None:
    catalog = catalog_of(group("two", tool("b"), tool("a")), group("one", tool("c")), own_tools=(tool("z"),))

    assert keys(resolve(catalog, says("x"))) == ["z", "b", "a", "c"]


def test_a_hit_groups_tool_replaces_the_direct_tool_of_its_name() -> None:
    advanced = group("advanced", tool("advanced_search", name="search"), matcher=contains("高级"))
    catalog = catalog_of(advanced, own_tools=(tool("base_search", name="search"), tool("other")))

    assert keys(resolve(catalog, says("高级搜索"))) == ["advanced_search", "other"]
    assert keys(resolve(catalog, says("搜索"))) == ["base_search", "other"]


def test_of_two_hit_groups_the_later_ones_tool_stands_and_the_loser_is_told() -> None:
    catalog = catalog_of(group("a", tool("first", name="search")), group("b", tool("second", name="search")))

    [offer] = resolve(catalog, says("x")).offers

    assert (offer.tool.key, offer.source) == ("second", "group:b")
    assert [tuple(lost) for lost in offer.replaced] == [("first", "group:a")]


# 系统提示词合并规则


def test_prompts_follow_the_original_with_blank_lines_between() -> None:
    catalog = catalog_of(group("a", system_prompt="第一"), group("b", system_prompt="第二"), system_message="原有")

    assert resolve(catalog, says("x")).system_prompt == "原有\n\n第一\n\n第二"


def test_without_a_system_message_one_is_made_and_put_first() -> None:
    [first, second] = resolve(catalog_of(group("a", system_prompt="第一")), says("x")).messages

    assert first == {"role": "system", "content": "第一"}
    assert second == {"role": "user", "content": "x"}


@pytest.mark.parametrize("blank", ["", " ", "\n\t", "\u3000"])
def test_a_blank_prompt_is_ignored(blank: str) -> None:
    catalog = catalog_of(group("a", system_prompt=blank), group("b", system_prompt="第二"))

    assert resolve(catalog, says("x")).system_prompt == "第二"


# Prompt 隔离


def test_resolving_leaves_context_and_catalog_as_they_were() -> None:
    given: Json = {
        "prompt": "p",
        "messages": [{"role": "system", "content": "原有"}, {"role": "user", "content": "天气"}],
    }
    before = deepcopy(given)
    catalog = catalog_of(group("a", tool("t"), system_prompt="第一"))
    once = resolve(catalog, parse_context(given))

    twice = resolve(catalog, parse_context(given))

    assert given == before
    assert twice.messages == once.messages


def test_nothing_of_the_first_turn_is_left_in_the_second() -> None:
    catalog = catalog_of(group("weather", tool("get_weather"), system_prompt="提示", matcher=contains("天气")))

    first, second = (
        resolve(catalog, context) for context in (turns("查询上海天气"), turns("查询上海天气", "和我打个招呼"))
    )

    assert (first.groups, keys(first)) == (("weather",), ["get_weather"])
    assert (second.groups, keys(second), second.system_prompt) == ((), [], None)


# 与 ChatInterceptor 的执行顺序


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        (contains("天气"), {"messages": ({"role": "user", "content": "天气"},)}),
        (condition("model", "equals", "qwen-max"), {"options": {"model": "qwen-max"}}),
        (condition("attributes.plan", "equals", "premium"), {"attributes": {"plan": "premium"}}),
    ],
)
def test_matchers_see_what_an_interceptor_of_order_0_changed(rule: Json, changes: Json) -> None:
    def changing(context: ChatContext, proceed: Proceed) -> Resolution:
        return proceed(context.with_(**changes))

    assert resolve(catalog_of(group("g", matcher=rule)), says("x"), interceptors=[changing]).groups == ("g",)


def test_one_after_the_resolver_reads_the_resolved_request() -> None:
    seen: list[Any] = []

    def audit(context: ChatContext, proceed: Proceed) -> Resolution:
        seen.append(context.resolution and (context.resolution.groups, keys(context.resolution)))
        return proceed(context)

    auditing = Interceptor("resolved-prompt-audit", audit, REQUEST_PREPARATION + 100)
    resolve(catalog_of(group("g", tool("t"))), says("x"), interceptors=[auditing])

    assert seen == [(("g",), ["t"])]


def test_a_group_added_after_the_resolver_starts_no_second_resolving() -> None:
    def adds_a_group(context: ChatContext, proceed: Proceed) -> Resolution:
        return proceed(context.with_(groups=("finance",), attributes={"department": "finance"}))

    late = Interceptor("late", adds_a_group, REQUEST_PREPARATION + 100)
    catalog = catalog_of(FINANCE, group("g"))

    assert resolve(catalog, says("x"), interceptors=[late]).groups == ("g",)


# 最佳实践


def test_a_built_group_is_reused_safely_by_many_requests_at_once() -> None:
    catalog = catalog_of(group("weather", tool("get_weather"), system_prompt="提示", matcher=contains("天气")))
    texts = ["天气", "你好"] * 50

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda text: hits(catalog, says(text)), texts))

    assert answers == [["weather"], []] * 50


# 实现说明


def test_the_configuration_of_groups_is_no_member_of_the_model_request() -> None:
    catalog = catalog_of(group("g", tool("t", description="工具"), description="组", owner="某组", tags=["标签"]))

    [sent] = in_format(resolve(catalog, says("x")), "openai").tools

    assert set(sent) == {"type", "function"}
    assert set(sent["function"]) <= {"name", "description", "parameters", "strict"}


def test_without_a_hit_the_model_request_has_neither_tools_nor_tool_choice() -> None:
    request = in_format(resolve(catalog_of(FINANCE, tool_choice="auto"), says("x")), "openai")

    assert (request.tools, request.tool_choice) == ((), None)


@pytest.mark.parametrize("text", ["上海天气", "你好"])
def test_streaming_and_plain_requests_are_resolved_alike(text: str) -> None:
    catalog = catalog_of(group("weather", tool("get_weather"), system_prompt="提示", matcher=contains("天气")))

    plain, streaming = (resolve(catalog, says(text, streaming=flag)) for flag in (False, True))

    assert (plain.groups, keys(plain), plain.messages) == (streaming.groups, keys(streaming), streaming.messages)


# 常见问题


def test_a_group_that_is_not_in_the_prompt_has_no_effect() -> None:
    written = document(group("mine", tool("t")))
    written["groups"].append(group("stray", system_prompt="游离"))

    assert hits(compile_catalog(written), says("x")) == ["mine"]


def test_an_interceptor_that_prepares_data_must_come_before_the_resolver() -> None:
    early, late = (Interceptor("prepares", adds_the_department, order) for order in (0, REQUEST_PREPARATION))

    assert resolve(catalog_of(FINANCE), says("x"), interceptors=[early]).groups == ("finance",)
    assert resolve(catalog_of(FINANCE), says("x"), interceptors=[late]).groups == ()


def test_the_same_conversation_is_judged_anew_in_every_round() -> None:
    catalog = catalog_of(group("weather", matcher=contains("天气")), group("order", matcher=contains("订单")))
    rounds = [("天气",), ("天气", "订单"), ("天气", "订单", "你好"), ("天气", "订单", "你好", "天气和订单")]

    assert [hits(catalog, turns(*texts)) for texts in rounds] == [["weather"], ["order"], [], ["weather", "order"]]
