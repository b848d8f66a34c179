"""What would have to change for a hit."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.rules.ruling import FALSE, TRUE, UNKNOWN, all_of, any_of, contains, has, negated, ruling, says, shared
from toolgroups_admin.engine.resolution import ExplainedNode
from toolgroups_admin.engine.rule import ShownVerdict
from toolgroups_admin.engine.rules.blockers import blockers_of


def yes(node_id: str) -> dict[str, Any]:
    return {**TRUE, "id": node_id}


def no(node_id: str) -> dict[str, Any]:
    return contains("never", id=node_id)


def unsure(node_id: str) -> dict[str, Any]:
    return {**UNKNOWN, "id": node_id}


@pytest.mark.parametrize(
    ("rule", "blockers"),
    [
        (yes("a"), ()),
        (no("a"), ("a",)),
        (all_of(no("a"), yes("b"), no("c")), ("a", "c")),
        (all_of(no("a"), unsure("b")), ("b", "a")),
        (any_of(all_of(no("a"), no("b")), no("c")), ("c",)),
        (any_of(no("a"), no("b")), ("a",)),
        (negated(yes("a")), ("a",)),
        (negated(all_of(yes("a"), yes("b"))), ("a",)),
        (negated(any_of(yes("a"), no("b"), yes("c"))), ("a", "c")),
        (negated(unsure("a")), ("a",)),
        (negated(negated(no("a"))), ("a",)),
        (all_of(any_of(no("a"), yes("b")), no("c")), ("c",)),
        (shared("r", id="ref"), ("ref/x",)),
        (negated(shared("s", id="ref")), ("ref/y",)),
        (FALSE, ("$.rule",)),
    ],
)
def test_blockers_are_the_smallest_set_of_leaves_to_change(rule: dict[str, Any], blockers: tuple[str, ...]) -> None:
    assert ruling(rule, shared={"r": all_of(no("x"), yes("z")), "s": yes("y")}).blockers(says("text")) == blockers


def test_what_was_not_evaluated_is_named_first_too() -> None:
    late = ExplainedNode("late", "prompt_matches", "not_evaluated", "not_evaluated")
    miss = ExplainedNode("miss", "prompt_contains", "false", "no_keyword_found")

    assert blockers_of(ExplainedNode("$", "all", "false", "child_false", children=(miss, late))) == ("late", "miss")


def test_changing_the_account_makes_the_order_group_hit() -> None:
    account = {"kind": "condition", "field": "account_id", "op": "exists", "id": "account"}

    assert ruling(all_of(account, contains("订单", id="word"))).blockers(has()) == ("account", "word")


VERDICTS: tuple[ShownVerdict, ...] = ("true", "false", "unknown")
leaves = st.sampled_from(VERDICTS).map(lambda verdict: ExplainedNode("", "leaf", verdict, ""))
trees = st.recursive(
    leaves,
    lambda below: st.one_of(
        st.tuples(st.sampled_from(["all", "any"]), st.lists(below, min_size=1, max_size=3)),
        st.tuples(st.just("not"), st.lists(below, min_size=1, max_size=1)),
    ).map(lambda made: ExplainedNode("", made[0], "unknown", "", children=tuple(made[1]))),
    max_leaves=6,
)


def numbered(node: ExplainedNode, flipped: frozenset[str], place: str = "$") -> ExplainedNode:
    """The tree with ids and verdicts; flipped leaves have the opposite, and unknown ones either."""
    children = tuple(numbered(child, flipped, f"{place}{i}") for i, child in enumerate(node.children))
    return ExplainedNode(place, node.kind, verdict_of(node, children), "", children=children)


def verdict_of(node: ExplainedNode, children: tuple[ExplainedNode, ...]) -> ShownVerdict:
    verdicts = [child.verdict for child in children]
    if node.kind == "leaf":
        return node.verdict
    if node.kind == "not":
        return {"true": "false", "false": "true"}.get(verdicts[0], "unknown")  # type: ignore[return-value]
    decisive: ShownVerdict = "false" if node.kind == "all" else "true"
    if decisive in verdicts:
        return decisive
    return "unknown" if "unknown" in verdicts else verdicts[0]


def can_be_true(node: ExplainedNode, changed: frozenset[str], goal: bool) -> bool:
    """Whether the node can be given the goal by choosing the verdicts of the changed leaves."""
    if node.kind == "leaf":
        return node.id in changed or node.verdict == ("true" if goal else "false")
    if node.kind == "not":
        return can_be_true(node.children[0], changed, not goal)
    needs = all if (node.kind == "all") == goal else any
    return needs(can_be_true(child, changed, goal) for child in node.children)


def leaf_ids(node: ExplainedNode) -> list[str]:
    return [one for child in node.children for one in leaf_ids(child)] if node.children else [node.id]


@given(trees)
def test_blockers_suffice_and_no_smaller_set_does(tree: ExplainedNode) -> None:
    tree = numbered(tree, frozenset())
    blockers = blockers_of(tree)

    assert can_be_true(tree, frozenset(blockers), goal=True)
    for smaller in combinations(leaf_ids(tree), max(0, len(blockers) - 1)):
        assert not blockers or not can_be_true(tree, frozenset(smaller), goal=True)
