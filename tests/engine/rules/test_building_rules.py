"""Compiling: node ids, faults all at once, every kind."""

from typing import Any, get_args

import pytest

from tests.engine.rules.ruling import TRUE, all_of, any_of, condition, contains, matches, negated, refusal, ruling
from toolgroups_admin.engine.document.rule_specs import AllSpec, RuleSpec
from toolgroups_admin.engine.rules.build import compile_rule
from toolgroups_admin.engine.rules.compiling import Compiling

EVERY_KIND: list[dict[str, Any]] = [
    TRUE,
    contains("a"),
    matches("a"),
    condition("account_id", "exists"),
    {"kind": "expression", "expression": "true"},
    {"kind": "python", "name": "known"},
    {"kind": "rule", "name": "known"},
    {"kind": "rollout", "percent": 5, "by": "account_id", "salt": "s"},
    {"kind": "schedule", "from": "2026-01-01T00:00:00Z"},
    all_of(TRUE),
    any_of(TRUE),
    negated(TRUE),
]


@pytest.mark.parametrize("rule", EVERY_KIND, ids=lambda rule: rule["kind"])
def test_every_kind_of_the_document_compiles_to_a_rule_of_its_kind(rule: dict[str, Any]) -> None:
    assert ruling(rule, shared={"known": TRUE}, known=lambda context: True).rule.kind == rule["kind"]


def test_no_kind_is_forgotten() -> None:
    kinds = [get_args(spec.model_fields["kind"].annotation)[0] for spec in get_args(get_args(RuleSpec)[0])]

    assert sorted(kinds) == sorted(rule["kind"] for rule in EVERY_KIND)


def test_a_node_has_its_id_or_else_its_place_in_its_tree() -> None:
    tree = ruling(all_of(negated(contains("a", id="leaf"), id="inner"), any_of(TRUE, negated(TRUE)))).tree()

    assert tree.id == "$"
    assert tree.children[0].id == "inner"
    assert tree.children[0].children[0].id == "leaf"
    assert tree.children[1].id == "$.rules[1]"
    assert tree.children[1].children[1].children[0].id == "$.rules[1].rules[1].rule"


def test_all_faults_are_said_each_at_its_path() -> None:
    rule = all_of(condition("nothing", "exists"), negated(any_of(matches("("), TRUE, condition("model", "gt", "x"))))

    assert refusal(rule) == [
        ("unknown_field", "$.matcher.rules[0].field"),
        ("bad_pattern", "$.matcher.rules[1].rule.rules[0].pattern"),
        ("value_type", "$.matcher.rules[1].rule.rules[2].value"),
    ]


def test_a_tree_beyond_the_bounds_is_refused() -> None:
    assert refusal(all_of(*[TRUE] * 2000)) == [("tree_too_large", "$.matcher")]
    assert refusal(all_of(*[TRUE] * 1999)) == []


def test_an_empty_branch_never_becomes_a_rule() -> None:
    assert compile_rule(AllSpec(kind="all", rules=[]), "$", Compiling()) is None
