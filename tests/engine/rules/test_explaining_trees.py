"""Every node with its verdict, and none changed by being explained."""

import json
from typing import Any

import pytest

from tests.engine.rules.ruling import (
    FALSE,
    TRUE,
    UNKNOWN,
    all_of,
    any_of,
    contains,
    has,
    matches,
    negated,
    ruling,
    says,
    shared,
)
from toolgroups_admin.engine.resolution import ExplainedNode
from toolgroups_admin.engine.rules import reasons
from toolgroups_admin.engine.rules.explaining import explain_tree
from toolgroups_admin.engine.rules.showing import shortened


def test_no_node_is_left_out_by_a_short_circuit() -> None:
    tree = ruling(any_of(TRUE, all_of(FALSE, contains("x")))).tree(says("x"))

    assert [child.verdict for child in tree.children] == ["true", "false"]
    assert [child.verdict for child in tree.children[1].children] == ["false", "true"]


@pytest.mark.parametrize(
    ("rule", "verdict", "reason"),
    [
        (all_of(TRUE, TRUE), "true", "all_true"),
        (all_of(UNKNOWN, FALSE), "false", "child_false"),
        (all_of(UNKNOWN, TRUE), "unknown", "child_unknown"),
        (any_of(UNKNOWN, TRUE), "true", "child_true"),
        (any_of(FALSE, FALSE), "false", "all_false"),
        (any_of(UNKNOWN, FALSE), "unknown", "child_unknown"),
        (negated(TRUE), "false", "negated"),
        (negated(FALSE), "true", "negated"),
        (negated(UNKNOWN), "unknown", "child_unknown"),
        (shared("r"), "unknown", "shared_rule"),
    ],
)
def test_a_node_above_others_says_how_they_decided(rule: dict[str, Any], verdict: str, reason: str) -> None:
    tree = ruling(rule, shared={"r": UNKNOWN}).tree()

    assert (tree.verdict, tree.reason, tree.spans, tree.actual) == (verdict, reason, (), None)


def test_ids_below_a_reference_carry_the_references_id() -> None:
    rules = {"outer": all_of(shared("inner", id="in")), "inner": contains("x", id="leaf")}
    tree = ruling(negated(shared("outer", id="out")), shared=rules).tree()

    [out] = tree.children
    assert (out.id, out.kind, out.expected) == ("out", "rule", "outer")
    assert out.children[0].id == "out/$"
    assert out.children[0].children[0].id == "out/in"
    assert out.children[0].children[0].children[0].id == "out/in/leaf"


def late(rule: dict[str, Any]) -> ExplainedNode:
    """The tree when the time for searches is used up before explaining begins."""
    asked = ruling(rule)
    judging = asked.judging(says("abc"))
    judging._seconds_left = 0
    judging.explaining = True
    return explain_tree(asked.rule, judging)


@pytest.mark.parametrize(
    ("rule", "verdict"),
    [
        (all_of(TRUE, matches("a.c")), "not_evaluated"),
        (all_of(FALSE, matches("a.c")), "false"),
        (any_of(FALSE, matches("a.c")), "not_evaluated"),
        (any_of(TRUE, matches("a.c")), "true"),
        (any_of(UNKNOWN, matches("a.c")), "not_evaluated"),
        (negated(matches("a.c")), "not_evaluated"),
    ],
)
def test_what_was_not_evaluated_counts_as_unknown_and_shows_as_such(rule: dict[str, Any], verdict: str) -> None:
    assert late(rule).verdict == verdict


def test_every_reason_has_a_code_of_its_own_and_a_meaning() -> None:
    codes = [value for name, value in vars(reasons).items() if name.isupper() and isinstance(value, str)]

    assert sorted(codes) == sorted(reasons.REASONS)
    assert all(meaning.endswith(".") for meaning in reasons.REASONS.values())


RECURSIVE: list[Any] = []
RECURSIVE.append(RECURSIVE)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a" * 200, "a" * 200),
        ("a" * 201, "a" * 199 + "…"),
        (None, None),
        (True, True),
        (5, 5),
        (2.5, 2.5),
        (2**70, hex(2**70)),
        (10**5000, hex(10**5000)[:199] + "…"),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        ([1, "a", None, {"b": True}], [1, "a", None, {"b": True}]),
        ((1, 2), [1, 2]),
        (list(range(10)), [0, 1, 2, 3, 4, 5, 6, 7, "…"]),
        ({str(number): 1 for number in range(9)}, {**{str(number): 1 for number in range(8)}, "…": "…"}),
        (RECURSIVE, [[["…"]]]),
        ([b"x"], ["b'x'"]),
        ({1: 2}, {"1": 2}),
    ],
    ids=type,
)
def test_values_are_shown_plain_and_short(value: Any, shown: Any) -> None:
    assert shortened(value) == shown


@pytest.mark.parametrize(
    "value",
    [["a" * 150, "b" * 150], {1, 2}, object(), 10**5000, b"x" * 500, [[["x"] * 9] * 9]],
    ids=type,
)
def test_whatever_is_shown_can_be_written_as_json_in_little_space(value: Any) -> None:
    shown = shortened(value)

    assert len(shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)) <= 200


def test_what_cannot_be_looked_at_is_named() -> None:
    class Sealed(dict[str, Any]):
        def items(self) -> Any:
            raise RuntimeError

    assert shortened(Sealed(a=1)) == "a Python Sealed"


def test_explaining_keeps_the_verdicts() -> None:
    rule = all_of(any_of(contains("a"), UNKNOWN), negated(matches("b.")))
    for text in ("a", "b!", "c", ""):
        asked = ruling(rule)
        judging = asked.judging(says(text))
        before = asked.rule.judge(judging)
        tree = explain_tree(asked.rule, judging)
        assert tree.verdict == {True: "true", False: "false", None: "unknown"}[before]
        assert asked.rule.judge(judging) is before


def test_an_attribute_that_cannot_be_shown_is_no_failure() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    rule = {"kind": "condition", "field": "attributes.x", "op": "equals", "value": 1}

    assert ruling(rule).evidence(has(x=Mute())).verdict == "unknown"
