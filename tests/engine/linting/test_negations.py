"""Negated conditions on fields that may be missing."""

import pytest

from tests.engine.linting.linted import (
    Json,
    all_of,
    any_of,
    condition,
    contains,
    document,
    findings,
    group,
    named,
    negated,
    paths,
    tool,
    with_matcher,
)

RULE = "negated_field_may_be_missing"
AT = "$.groups[0].matcher"
FREE = condition("attributes.plan", "equals", "free")
HAS_PLAN = condition("attributes.plan", "exists")
HALF: Json = {"kind": "rollout", "percent": 50, "by": "account_id", "salt": "s"}
SHARED: Json = {"name": "free", "definition": FREE}


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        pytest.param(negated(FREE), ".rule", id="alone"),
        pytest.param(negated(any_of(FREE, contains("x"))), ".rule.rules[0]", id="in an any below"),
        pytest.param(negated(all_of(FREE, contains("x"))), ".rule.rules[0]", id="in an all below"),
        pytest.param(negated(negated(negated(FREE))), ".rule.rule.rule", id="three times"),
        pytest.param(negated(HALF), ".rule", id="a rollout"),
        pytest.param(any_of(HAS_PLAN, negated(FREE)), ".rules[1].rule", id="asked in an any beside"),
        pytest.param(
            all_of(any_of(HAS_PLAN, contains("x")), negated(FREE)), ".rules[1].rule", id="asked in an any within"
        ),
        pytest.param(
            all_of(condition("account_id", "exists"), negated(FREE)), ".rules[1].rule", id="asked of another field"
        ),
        pytest.param(all_of(negated(HAS_PLAN), negated(FREE)), ".rules[1].rule", id="asked that it is missing"),
        pytest.param(negated(named("free")), ".rule", id="in a shared rule"),
        pytest.param(all_of(HALF, negated(FREE)), ".rules[1].rule", id="beside a rollout by another field"),
    ],
)
def test_who_has_not_the_field_gets_through(rule: Json, path: str) -> None:
    assert paths(with_matcher(rule, SHARED), RULE) == [AT + path]


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(FREE, id="not negated"),
        pytest.param(negated(negated(FREE)), id="negated twice"),
        pytest.param(negated(HAS_PLAN), id="asked whether it is missing"),
        pytest.param(all_of(HAS_PLAN, negated(FREE)), id="asked whether it is there"),
        pytest.param(all_of(negated(FREE), condition("attributes.plan", "in", ["a"])), id="another condition on it"),
        pytest.param(all_of(HAS_PLAN, any_of(contains("x"), negated(FREE))), id="asked further up"),
        pytest.param(negated(any_of(FREE, negated(HAS_PLAN))), id="asked the other way round"),
        pytest.param(all_of(any_of(HAS_PLAN, FREE), negated(FREE)), id="asked in every branch"),
        pytest.param(negated(condition("streaming", "in", [True])), id="a field that is always there"),
        pytest.param(negated(condition("message_count", "gt", 3)), id="a count"),
        pytest.param(all_of(named("free"), negated(FREE)), id="asked in a shared rule"),
        pytest.param(negated(contains("x")), id="no condition"),
        pytest.param(all_of(condition("account_id", "exists"), negated(HALF)), id="a rollout whose field is there"),
        pytest.param(all_of(HALF, negated(condition("account_id", "equals", 1))), id="beside a rollout by the field"),
    ],
)
def test_who_has_not_the_field_does_not_get_through(rule: Json) -> None:
    assert not paths(with_matcher(rule, SHARED), RULE)


def test_a_shared_rule_is_told_once_where_it_is_negated_and_where_it_negates() -> None:
    twice = any_of(FREE, condition("attributes.plan", "equals", "basic"))
    both = with_matcher(negated(named("some")), {"name": "some", "definition": twice})
    inside = with_matcher(named("some"), {"name": "some", "definition": negated(FREE)})

    assert paths(both, RULE) == [f"{AT}.rule"]
    assert paths(inside, RULE) == ["$.rules[0].definition.rule"]


def test_the_rule_of_a_tool_is_looked_at_too() -> None:
    [finding] = findings(document(group("g", "t"), tools=[tool("t", allow=negated(FREE))]), RULE)

    assert (finding.path, finding.field) == ("$.tools[0].allow.rule", "allow")
    assert "attributes.plan" in finding.message
