"""What seed 000 states about tool groups, heading by heading: from the overview to the typical scenarios."""

from typing import Any

import pytest

from tests.engine.building import Json, catalog_of, condition, contains, group, hits, keys, says, tool
from toolgroups_admin.engine import ChatContext, parse_context, resolve
from toolgroups_admin.engine.interceptors import Proceed
from toolgroups_admin.engine.resolution import Resolution

WEATHER_PROMPT = "回答天气问题前必须查询实时天气，不要使用过时信息。"
ORDER_PROMPT = "处理订单问题时，只能查询当前账号下的订单。"
SYSTEM_MESSAGE = "你是一名客服助手，请准确回答用户问题。"
TRACKING = {"kind": "prompt_matches", "pattern": "(?i)(订单|快递|物流).*(查询|状态|到哪)"}


def every(*rules: Json) -> Json:
    return {"kind": "all", "rules": list(rules)}


def either(*rules: Json) -> Json:
    return {"kind": "any", "rules": list(rules)}


def negated(rule: Json) -> Json:
    return {"kind": "not", "rule": rule}


def weather(**members: Any) -> Json:
    return group(
        "weather",
        tool("get_weather"),
        system_prompt=WEATHER_PROMPT,
        matcher=contains("天气", "温度", "下雨", ignore_case=True),
        **members,
    )


def order(**members: Any) -> Json:
    rule = every(condition("account_id", "exists"), contains("订单", "物流"))
    return group("order", tool("get_order"), system_prompt=ORDER_PROMPT, matcher=rule, **members)


def system(resolution: Resolution) -> str | None:
    return resolution.system_prompt


# 概述


def test_a_hit_adds_the_groups_tools_and_prompt() -> None:
    resolution = resolve(catalog_of(weather()), says("上海天气"))

    assert keys(resolution) == ["get_weather"]
    assert system(resolution) == WEATHER_PROMPT


def test_a_miss_has_no_influence_on_the_request() -> None:
    context = says("介绍一下上海")

    resolution = resolve(catalog_of(weather()), context)

    assert keys(resolution) == []
    assert resolution.messages == context.messages


def test_all_hits_are_merged_in_the_order_in_which_the_groups_were_added() -> None:
    catalog = catalog_of(group("b", system_prompt="乙"), group("a", system_prompt="甲"))

    resolution = resolve(catalog, says("x"))

    assert resolution.groups == ("b", "a")
    assert system(resolution) == "乙\n\n甲"


# Tool 与 ToolGroup 的区别


def test_a_direct_tool_is_always_sent_and_a_groups_tool_only_on_a_hit() -> None:
    catalog = catalog_of(weather(), own_tools=(tool("direct"),))

    assert keys(resolve(catalog, says("介绍一下上海"))) == ["direct"]
    assert keys(resolve(catalog, says("上海天气"))) == ["direct", "get_weather"]


# 适用场景


def test_administrators_and_users_see_different_tools() -> None:
    admins = group("admins", tool("delete_user"), matcher=condition("attributes.role", "equals", "admin"))
    catalog = catalog_of(admins, own_tools=(tool("find_user"),))

    assert keys(resolve(catalog, says("x", attributes={"role": "admin"}))) == ["find_user", "delete_user"]
    assert keys(resolve(catalog, says("x", attributes={"role": "user"}))) == ["find_user"]


# 快速开始


@pytest.mark.parametrize(("text", "tools"), [("上海今天的天气怎么样？", ["get_weather"]), ("介绍一下上海", [])])
def test_the_weather_tool_is_sent_only_when_the_weather_is_asked_for(text: str, tools: list[str]) -> None:
    catalog = catalog_of(group("weather", tool("get_weather"), matcher=contains("天气")))

    assert keys(resolve(catalog, says(text))) == tools


# 完整 Demo


def test_the_demo_order_question_hits_order_alone_and_appends_its_prompt() -> None:
    catalog = catalog_of(weather(), order(), system_message=SYSTEM_MESSAGE)

    resolution = resolve(catalog, says("帮我查询订单 AF20260001 的物流状态", account_id="user-1001"))

    assert resolution.groups == ("order",)
    assert keys(resolution) == ["get_order"]
    assert system(resolution) == f"{SYSTEM_MESSAGE}\n\n{ORDER_PROMPT}"


def test_the_demo_question_about_the_weather_at_the_destination_hits_both() -> None:
    catalog = catalog_of(weather(), order())

    resolution = resolve(catalog, says("订单目的地的天气", account_id="user-1001"))

    assert keys(resolution) == ["get_weather", "get_order"]


def test_without_an_account_the_order_group_misses() -> None:
    assert hits(catalog_of(weather(), order()), says("订单目的地的天气")) == ["weather"]


# 按关键词匹配


@pytest.mark.parametrize("text", ["上海天气", "现在温度多少", "空气质量如何"])
def test_any_keyword_is_a_hit(text: str) -> None:
    catalog = catalog_of(group("g", matcher=contains("天气", "温度", "空气质量")))

    assert hits(catalog, says(text)) == ["g"]


def test_case_is_ignored_where_that_is_asked_for() -> None:
    strict = group("strict", matcher=contains("weather", "temperature"))
    loose = group("loose", matcher=contains("weather", "temperature", ignore_case=True))

    assert hits(catalog_of(strict, loose), says("WEATHER")) == ["loose"]
    assert hits(catalog_of(strict, loose), says("weather")) == ["strict", "loose"]


# 按正则表达式匹配


@pytest.mark.parametrize(
    ("text", "found"), [("请问我的快递现在到哪里了，谢谢", ["tracking"]), ("到哪里取快递", []), ("订单", [])]
)
def test_a_pattern_need_not_match_the_whole_message(text: str, found: list[str]) -> None:
    assert hits(catalog_of(group("tracking", matcher=TRACKING)), says(text)) == found


# 按用户或租户匹配


@pytest.mark.parametrize(
    ("account", "attributes", "found"),
    [
        ("user-1001", {"plan": "premium", "analysisEnabled": True}, ["premium-service"]),
        (None, {"plan": "premium", "analysisEnabled": True}, []),
        ("user-1001", {"plan": "free", "analysisEnabled": True}, []),
        ("user-1001", {"plan": "premium", "analysisEnabled": False}, []),
        ("user-1001", {"plan": "premium", "analysisEnabled": "true"}, []),
        ("user-1001", {"plan": "premium"}, []),
    ],
)
def test_account_and_attributes_decide_who_is_premium(account: Any, attributes: Json, found: list[str]) -> None:
    rule = every(
        condition("account_id", "exists"),
        condition("attributes.plan", "equals", "premium"),
        condition("attributes.analysisEnabled", "equals", *[True]),
    )

    context = says("x", account_id=account, attributes=attributes)

    assert hits(catalog_of(group("premium-service", matcher=rule)), context) == found


# 按模型匹配


@pytest.mark.parametrize(
    ("options", "default", "found"),
    [
        ({"model": "qwen-max"}, None, ["qwen-only"]),
        ({"model": "gpt-4o"}, "qwen-max", []),
        ({}, "qwen-max", ["qwen-only"]),
        ({"model": ""}, "qwen-max", ["qwen-only"]),
        ({}, None, []),
    ],
)
def test_the_model_of_the_options_or_else_the_default_is_judged(
    options: Json, default: str | None, found: list[str]
) -> None:
    qwen = group("qwen-only", matcher=condition("model", "starts_with", "qwen"))

    assert hits(catalog_of(qwen, default_model=default), says("x", options=options)) == found


# 始终挂载一组工具


@pytest.mark.parametrize("members", [{}, {"matcher": None}, {"matcher": {"kind": "always"}}])
def test_a_group_without_a_matcher_always_hits(members: Json) -> None:
    basic = group("basic", tool("calculate"), system_prompt="优先使用基础工具完成精确计算。", **members)

    resolution = resolve(catalog_of(basic), says("随便"))

    assert keys(resolution) == ["calculate"]
    assert system(resolution) == "优先使用基础工具完成精确计算。"


# 多个工具组组合生效


def test_groups_do_not_exclude_each_other() -> None:
    catalog = catalog_of(weather(), order(), group("knowledge", matcher=contains("天气")))

    assert hits(catalog, says("订单目的地的天气", account_id="u")) == ["weather", "order", "knowledge"]


def test_rules_can_make_groups_exclude_each_other() -> None:
    rest = group("rest", matcher=every(contains("天气"), negated(contains("订单"))))
    catalog = catalog_of(group("order", matcher=contains("订单")), rest)

    assert hits(catalog, says("订单目的地的天气")) == ["order"]
    assert hits(catalog, says("天气")) == ["rest"]


# 根据拦截器补充的上下文匹配


def test_a_matcher_reads_what_an_interceptor_wrote() -> None:
    def adds_the_department(context: ChatContext, proceed: Proceed) -> Resolution:
        return proceed(context.with_(attributes={**context.attributes, "department": "finance"}))

    catalog = catalog_of(group("finance", matcher=condition("attributes.department", "equals", "finance")))

    assert resolve(catalog, says("x")).groups == ()
    assert resolve(catalog, says("x"), interceptors=[adds_the_department]).groups == ("finance",)


# ToolGroupMatcher


@pytest.mark.parametrize(
    ("field", "members"),
    [
        ("user_text", {}),
        ("options.temperature", {"options": {"temperature": "found"}}),
        ("model", {"options": {"model": "found"}}),
        ("account_id", {"account_id": "found"}),
        ("conversation_id", {"conversation_id": "found"}),
        ("bot_id", {"bot_id": "found"}),
        ("turn_id", {"turn_id": "found"}),
        ("attributes.tenant.name", {"attributes": {"tenant": {"name": "found"}}}),
        ("request.url", {"request": {"url": "found"}}),
        ("request.headers.X-Tenant", {"request": {"headers": {"x-tenant": "found"}}}),
        ("request.retry.policy", {"request": {"retry": {"policy": "found"}}}),
    ],
)
def test_a_matcher_reads_every_fact_of_the_context(field: str, members: Json) -> None:
    catalog = catalog_of(group("g", matcher=condition(field, "equals", "found")))

    assert hits(catalog, says("found", **members)) == ["g"]
    assert hits(catalog, says("absent")) == []


# 内置 Matcher


@pytest.mark.parametrize("text", ["导出报表", "随便聊聊"])
@pytest.mark.parametrize("role", ["admin", "user"])
def test_conditions_are_combined_as_lambdas_did(text: str, role: str) -> None:
    tree = every(contains("报表"), condition("attributes.role", "equals", "admin"))
    lambda_ = {"kind": "expression", "expression": 'promptContains("报表") && ctx.attributes.role == "admin"'}
    catalog = catalog_of(group("tree", matcher=tree), group("expression", matcher=lambda_))

    found = hits(catalog, says(text, attributes={"role": role}))

    assert found == (["tree", "expression"] if "报表" in text and role == "admin" else [])


def test_built_in_prompt_matchers_read_only_the_last_user_message() -> None:
    rules = either(contains("天气"), {"kind": "prompt_matches", "pattern": "天气"})
    roles = [("system", "天气"), ("user", "天气"), ("assistant", "天气"), ("user", "你好"), ("tool", "天气")]
    messages = [{"role": role, "content": content} for role, content in roles]

    assert hits(catalog_of(group("g", matcher=rules)), parse_context({"prompt": "p", "messages": messages})) == []
