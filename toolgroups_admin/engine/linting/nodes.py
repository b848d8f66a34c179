"""The nodes of a rule: walking over them, and what a node means apart from its name and note."""

from collections.abc import Iterator
from typing import Any

from ..document.canonical import canonical_text
from ..document.rule_specs import AllSpec, AnySpec, NotSpec, RuleSpec

Steps = tuple[str | int, ...]

_SILENT = ("id", "note")


def nodes_of(root: RuleSpec) -> Iterator[tuple[Steps, RuleSpec]]:
    """Every node of a tree with the steps to it from the root, parents before children."""
    yield (), root
    for steps, child in children_of(root):
        for below, node in nodes_of(child):
            yield (*steps, *below), node


def children_of(node: RuleSpec) -> Iterator[tuple[Steps, RuleSpec]]:
    """The nodes directly below a node with the steps to each, in order."""
    if isinstance(node, NotSpec):
        yield ("rule",), node.rule
    elif isinstance(node, AllSpec | AnySpec):
        for place, child in enumerate(node.rules):
            yield ("rules", place), child


def meaning_of(node: RuleSpec) -> str:
    """A text that two nodes share when they say the same; ids and notes do not count."""
    return canonical_text(_without_names(node.model_dump(exclude_defaults=True, by_alias=True)))


def _without_names(node: dict[str, Any]) -> dict[str, Any]:
    bare = {member: value for member, value in node.items() if member not in _SILENT}
    if node["kind"] == "not":
        bare["rule"] = _without_names(node["rule"])
    elif node["kind"] in ("all", "any"):
        bare["rules"] = [_without_names(child) for child in node["rules"]]
    return bare
