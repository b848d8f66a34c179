"""Conditions: which values they take, patterns on fields, evidence."""

import math
from enum import IntEnum, StrEnum
from typing import Any

import pytest

from tests.engine.rules.ruling import condition, has, negated, refusal, ruling, says, spec_of
from toolgroups_admin.engine.rules.build import compile_rule
from toolgroups_admin.engine.rules.compiling import Compiling


class Plan(StrEnum):
    PRO = "pro"


class Level(IntEnum):
    HIGH = 3


class Names(list[str]):
    pass


class Hostile(dict[str, Any]):
    def __contains__(self, name: object) -> bool:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("op", "value"),
    [
        ("in", "text"),
        ("in", 1),
        ("starts_with", 1),
        ("ends_with", ["a"]),
        ("matches", True),
        ("gt", True),
        ("gte", "tomorrow"),
        ("lt", [1]),
        ("lte", {}),
    ],
)
def test_a_value_of_a_type_the_operator_cannot_take_is_refused(op: str, value: Any) -> None:
    assert refusal(condition("attributes.x", op, value)) == [("value_type", "$.matcher.value")]


def test_a_value_is_needed_by_all_operators_but_exists() -> None:
    assert refusal(condition("attributes.x", "equals")) == [("missing_value", "$.matcher.value")]
    assert refusal(condition("attributes.x", "exists", "yes")) == [("unexpected_value", "$.matcher.value")]


def test_null_is_refused_where_it_could_never_be_met() -> None:
    assert refusal(condition("attributes.x", "equals", None)) == [("null_value", "$.matcher.value")]
    assert refusal(condition("attributes.x", "in", ["a", None])) == [("null_value", "$.matcher.value[1]")]
    assert refusal(condition("attributes.x", "equals", [None])) == []


@pytest.mark.parametrize("value", [math.nan, math.inf, [1, {"a": -math.inf}]])
def test_numbers_that_json_does_not_have_are_refused(value: Any) -> None:
    assert refusal(condition("attributes.x", "equals", value)) == [("not_finite", "$.matcher.value")]


@pytest.mark.parametrize("op", ["gt", "gte", "lt", "lte"])
def test_ignore_case_is_refused_where_there_is_no_case(op: str) -> None:
    rule = condition("attributes.x", op, 1, ignore_case=True)

    assert refusal(rule) == [("unexpected_ignore_case", "$.matcher.ignore_case")]


@pytest.mark.parametrize("prefix", ["attributes.", "options.", "request.headers.", "request.retry."])
def test_a_path_without_a_name_is_asked_for_the_name(prefix: str) -> None:
    compiling = Compiling()
    compile_rule(spec_of(condition(prefix, "exists")), "$.matcher", compiling)

    assert [(fault.code, fault.message) for fault in compiling.faults] == [
        ("unknown_field", f"No name follows “{prefix}”")
    ]


def test_everything_that_is_wrong_is_said_at_once() -> None:
    assert refusal(condition("plan", "exists", 1, ignore_case=True)) == [
        ("unknown_field", "$.matcher.field"),
        ("unexpected_ignore_case", "$.matcher.ignore_case"),
        ("unexpected_value", "$.matcher.value"),
    ]
    assert refusal(condition("plan", "matches", "(")) == [
        ("unknown_field", "$.matcher.field"),
        ("bad_pattern", "$.matcher.value"),
    ]


@pytest.mark.parametrize(
    ("pattern", "ignore_case", "value", "verdict"),
    [
        ("^qwen", False, "qwen-max", True),
        ("^qwen", False, "Qwen-max", False),
        ("^qwen", True, "Qwen-max", True),
        ("max", False, "qwen-max", True),
        ("max", False, "qwen", False),
        ("É", True, "é", True),
        ("[^a]", False, "ab", True),
        ("[^a]", False, "aa", False),
        ("1", False, 1, None),
        ("1", False, ["1"], None),
        ("1", False, None, False),
    ],
)
def test_a_pattern_on_a_field_is_found_anywhere_in_text(
    pattern: str, ignore_case: bool, value: Any, verdict: bool | None
) -> None:
    rule = condition("attributes.x", "matches", pattern, ignore_case=ignore_case)

    assert ruling(rule).verdict(has(x=value)) is verdict


def test_a_refused_pattern_names_the_same_position_when_case_is_ignored() -> None:
    positions = []
    for ignore_case in (False, True):
        compiling = Compiling()
        compile_rule(spec_of(condition("attributes.x", "matches", "ab)", ignore_case=ignore_case)), "$", compiling)
        [fault] = compiling.faults
        positions.append(fault.params["position"])
        assert str(fault.params["position"]) in fault.message
        assert fault.params["why"] in fault.message

    assert positions[0] == positions[1]


def test_a_pattern_on_a_field_is_bounded_in_time() -> None:
    slow = condition("attributes.x", "matches", "(?:a|aa)+$")
    context = has(x="a" * 4000 + "!")

    assert ruling(slow).verdict(context) is None
    assert ruling(negated(slow)).verdict(context) is None
    assert ruling(slow).evidence(context).reason == "pattern_timeout"


def test_a_search_in_a_field_is_made_once_a_request() -> None:
    asked = ruling(condition("attributes.x", "matches", "a.c"))
    judging = asked.judging(has(x="abc"))
    asked.rule.judge(judging)
    judging._seconds_left = 0

    assert asked.rule.judge(judging) is True


@pytest.mark.parametrize(
    ("rule", "attribute", "verdict", "reason"),
    [
        (condition("attributes.x", "equals", "a"), "a", "true", "condition_holds"),
        (condition("attributes.x", "equals", "a"), "b", "false", "condition_fails"),
        (condition("attributes.x", "equals", "a"), None, "false", "field_missing"),
        (condition("attributes.x", "gt", 1), "2", "unknown", "type_mismatch"),
        (condition("attributes.x", "matches", "a.c"), "abc", "true", "pattern_found"),
        (condition("attributes.x", "matches", "a.c"), "ab", "false", "pattern_not_found"),
        (condition("attributes.x", "matches", "a.c"), 5, "unknown", "type_mismatch"),
        (condition("attributes.x.y", "equals", 1), Hostile(), "unknown", "field_unreadable"),
    ],
)
def test_evidence_says_why(rule: dict[str, Any], attribute: Any, verdict: str, reason: str) -> None:
    evidence = ruling(rule).evidence(has(x=attribute))

    assert (evidence.verdict, evidence.reason, evidence.expected) == (verdict, reason, rule["value"])
    assert evidence.spans == ()
    if reason not in ("field_unreadable", "field_missing"):
        assert evidence.actual == attribute


def test_evidence_of_exists_names_what_is_there() -> None:
    assert ruling(condition("attributes.x", "exists")).evidence(has(x=0)).reason == "field_present"


def test_an_object_that_raises_when_it_is_read_is_unknown() -> None:
    assert ruling(condition("attributes.x.y", "exists")).verdict(has(x=Hostile())) is None


@pytest.mark.parametrize(("value", "expected"), [(Plan.PRO, "pro"), (Level.HIGH, 3), (Names(["a"]), ["a"])])
def test_a_value_of_a_subtype_counts_as_its_type(value: Any, expected: Any) -> None:
    assert ruling(condition("attributes.x", "equals", expected)).verdict(has(x=value)) is True


def test_the_user_text_is_a_field_like_others() -> None:
    assert ruling(condition("user_text", "ends_with", "?")).verdict(says("really?")) is True
