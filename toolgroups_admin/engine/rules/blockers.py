"""What would have to change so that a group hits (design §7)."""

from collections.abc import Callable, Iterable
from typing import Final

from ..resolution import ExplainedNode

_UNKNOWN: Final = ("unknown", "not_evaluated")


def blockers_of(tree: ExplainedNode) -> tuple[str, ...]:
    """The ids of the smallest set of leaves whose change makes the tree true: unknown ones first, then in order.

    Empty when it is true already. Of equally small sets the first in the order of the document is taken.
    """
    leaves = _to_change(tree, goal=True)
    return tuple(leaf.id for leaf in sorted(leaves, key=lambda leaf: leaf.verdict not in _UNKNOWN))


def _to_change(node: ExplainedNode, *, goal: bool) -> list[ExplainedNode]:
    if node.verdict == ("true" if goal else "false"):
        return []
    if not node.children:
        return [node]
    wanted = goal if node.kind != "not" else not goal
    below = (_to_change(child, goal=wanted) for child in node.children)
    return _combination(node.kind, goal)(below)


def _combination(kind: str, goal: bool) -> Callable[[Iterable[list[ExplainedNode]]], list[ExplainedNode]]:
    """All children have to change for an `all` to be true and an `any` to be false, else the cheapest one."""
    one_is_enough = kind == ("any" if goal else "all")
    return _smallest if one_is_enough else _together


def _smallest(sets: Iterable[list[ExplainedNode]]) -> list[ExplainedNode]:
    return min(sets, key=len)


def _together(sets: Iterable[list[ExplainedNode]]) -> list[ExplainedNode]:
    return [leaf for one in sets for leaf in one]
