"""What keeps a group from hitting, in words."""

from typing import Any

import pytest

from tests.engine.building import Json, condition, contains, document, group, says
from toolgroups_admin.catalog.wording import rule_text, why_missed
from toolgroups_admin.engine import compile_catalog, explanation_json, resolve

HAS_ACCOUNT = {"name": "has-account", "definition": condition("account_id", "exists")}


def told(matcher: Json, context: Any, **members: Any) -> list[str]:
    written = document(group("g", matcher=matcher, **members), rules=(HAS_ACCOUNT,))
    explanation = resolve(compile_catalog(written), context, explain=True).explanation
    assert explanation is not None
    return why_missed(explanation_json(explanation)["groups"][0], written)


def test_a_missing_field_is_named_with_what_was_wanted() -> None:
    rule = condition("attributes.plan", "equals", "premium")

    assert told(rule, says("x")) == ['The field is missing or null (attributes.plan equals "premium")']


def test_a_field_with_another_value_is_shown_with_it() -> None:
    rule = condition("attributes.plan", "equals", "premium")

    [sentence] = told(rule, says("x", attributes={"plan": "免费"}))

    assert sentence.endswith('(attributes.plan equals "premium"; found "免费")')


def test_each_blocker_has_its_sentence_also_inside_a_shared_rule() -> None:
    rule = {"kind": "all", "rules": [{"kind": "rule", "name": "has-account"}, contains("订单", "物流")]}

    assert told(rule, says("你好")) == [
        "The field is missing or null (account_id exists)",
        "None of the keywords stands in a message (订单 / 物流)",
    ]


def test_what_must_not_be_is_told_when_it_is() -> None:
    assert told({"kind": "not", "rule": contains("订单")}, says("订单")) == [
        "One of the keywords stands in a message (订单)"
    ]


def test_a_disabled_group_is_told_as_such() -> None:
    assert told(contains("订单"), says("订单"), enabled=False) == ["disabled"]


def test_a_disabled_group_without_a_matcher_is_told_as_such() -> None:
    assert told({"kind": "always"}, says("订单"), enabled=False) == ["disabled"]


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ({"kind": "always", "id": "a"}, "always"),
        (contains("天气", "温度", ignore_case=True), "天气 / 温度"),
        ({"kind": "prompt_matches", "pattern": "^天"}, "^天"),
        (condition("account_id", "exists"), "account_id exists"),
        (condition("attributes.level", "gte", 3), "attributes.level gte 3"),
        ({"kind": "rollout", "percent": 5, "by": "account_id", "salt": "tide"}, "percent 5, account_id, tide"),
    ],
)
def test_a_leaf_is_told_in_one_line(rule: Json, text: str) -> None:
    assert rule_text(rule) == text


def test_of_several_ways_to_hit_the_nearest_is_told() -> None:
    far = {"kind": "all", "rules": [contains("订单"), condition("account_id", "exists")]}

    assert told({"kind": "any", "rules": [far, contains("天气")]}, says("你好")) == [
        "None of the keywords stands in a message (天气)"
    ]
