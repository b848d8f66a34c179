"""Rules in one sentence, in both languages, whatever they hold."""

import json
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.catalog.building import ALWAYS, contains, shared
from tests.documents import VALUES, rule_trees
from toolgroups_admin.catalog.rule_words import EXPRESSION_FIELDS, FIELDS
from toolgroups_admin.catalog.summaries import summary
from toolgroups_admin.engine.rules.expressions.facts import FIELDS as ENGINE_EXPRESSION_FIELDS
from toolgroups_admin.engine.rules.fields import field_names

ACCOUNT = {"kind": "condition", "field": "account_id", "op": "exists"}
KINDS = [
    "always", "prompt_contains", "prompt_matches", "condition", "expression", "python", "rule", "rollout", "schedule",
    "all", "any", "not",
]  # fmt: skip


def plan(op: str, value: Any, **members: Any) -> dict[str, Any]:
    return {"kind": "condition", "field": "attributes.plan", "op": op, "value": value, **members}


SENTENCES = [
    (None, "always", "始终"),
    (
        {"kind": "all", "rules": [ACCOUNT, plan("equals", "premium")]},
        "account has a value, and attributes.plan equals premium",
        "账号有值，且 attributes.plan 等于 premium",
    ),
    (ALWAYS, "always", "始终"),
    (
        {**contains("天气", "温度"), "ignore_case": True},
        "last user message contains 天气 or 温度, ignoring case",
        "最后一条用户消息包含 天气 或 温度（忽略大小写）",
    ),
    (
        {"kind": "all", "rules": [ACCOUNT, contains("订单", "物流")]},
        "account has a value, and last user message contains 订单 or 物流",
        "账号有值，且最后一条用户消息包含 订单 或 物流",
    ),
    ({"kind": "not", "rule": ACCOUNT}, "account has no value", "账号无值"),
    (
        {"kind": "not", "rule": {"kind": "any", "rules": [contains("a"), shared("b")]}},
        "not (last user message contains a, or the shared rule b is true)",
        "并非（最后一条用户消息包含 a，或共享规则 b 成立）",
    ),
    (
        {"kind": "any", "rules": [{"kind": "all", "rules": [ACCOUNT, ALWAYS]}, ALWAYS]},
        "(account has a value, and always), or always",
        "（账号有值，且始终），或始终",
    ),
    (
        contains(*"abcdefg"),
        "last user message contains a, b, c, d or 3 more",
        "最后一条用户消息包含 a、b、c、d 或 另外 3 个",
    ),
    (
        {"kind": "any", "rules": [ACCOUNT] * 9},
        ", or ".join(["account has a value"] * 6) + ", or 3 more conditions",
        "，或".join(["账号有值"] * 6) + "，或另外 3 个条件",
    ),
    (contains(" x ", ""), "last user message contains “ x ” or “”", "最后一条用户消息包含 “ x ” 或 “”"),
    (
        {"kind": "prompt_matches", "pattern": "a+", "scope": "last_n_user", "n": 3},
        "one of the last 3 user messages matches a+",
        "最近 3 条用户消息之一匹配 a+",
    ),
    (plan("equals", 1.5), "attributes.plan equals 1.5", "attributes.plan 等于 1.5"),
    (plan("in", ["a", 1]), "attributes.plan is one of a or 1", "attributes.plan 是以下之一： a 或 1"),
    (
        {"kind": "rollout", "percent": 12.5, "by": "account_id", "salt": "s"},
        "account is among 12.5 per cent of all",
        "账号属于全部的 12.5%",
    ),
    (
        {"kind": "schedule", "until": "2026-01-01T00:00:00Z", "weekly": [{"days": ["mon"], "start": "9", "end": "18"}]},
        "the time is until 2026-01-01T00:00:00Z, Monday 9–18",
        "时间为 至 2026-01-01T00:00:00Z 止、星期一 9–18",
    ),
    (
        {"kind": "expression", "expression": "ctx." + "x" * 60},
        f"the CEL expression ctx.{'x' * 36}… is true",
        f"CEL 表达式 ctx.{'x' * 36}… 成立",
    ),
    ({"kind": "python", "name": "m"}, "the matcher in code m says yes", "代码匹配器 m 判定为是"),
    ({"kind": "condition", "field": "", "op": "equals"}, "… equals …", "…等于 …"),
]


@pytest.mark.parametrize(("rule", "english", "chinese"), SENTENCES)
def test_a_rule_reads_as_a_sentence(rule: Any, english: str, chinese: str) -> None:
    with translation.override("en"):
        assert summary(rule) == english
    with translation.override("zh-hans"):
        assert summary(rule) == chinese


@given(rule_trees(["shared"]))
def test_every_legal_rule_has_a_sentence_without_holes(rule: Any) -> None:
    with translation.override("en"):
        assert 0 < len(summary(rule)) < 1000


@given(
    st.one_of(
        VALUES,
        st.dictionaries(
            st.sampled_from(["field", "op", "value", "keywords", "rules", "rule", "scope", "n", "weekly", "percent"]),
            VALUES,
        ).flatmap(lambda members: st.sampled_from(KINDS).map(lambda kind: {"kind": kind, **members})),
    )
)
def test_what_is_half_built_has_a_sentence_too(rule: Any) -> None:
    with translation.override("en"):
        assert isinstance(summary(json.loads(json.dumps(rule))), str)


def test_every_field_of_the_engine_has_a_name() -> None:
    assert {name for name in field_names() if "<" not in name} == FIELDS.keys()
    assert EXPRESSION_FIELDS == ENGINE_EXPRESSION_FIELDS
