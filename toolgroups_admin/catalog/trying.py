"""Trying a rule while it is edited: what is wrong with it, and what each of its nodes says to a chat context."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from toolgroups_admin.engine import (
    Catalog,
    ChatContext,
    ExplainedGroup,
    ExplainedNode,
    Fault,
    InvalidDocument,
    compile_catalog,
)

from .candidates import candidate, closed
from .documents import FORMAT
from .interceptors import judged
from .mapping import MODEL_OF, SECTION_OF
from .models import Kind

Rule = Mapping[str, Any]

PROMPT = GROUP = "rule"
STAND_IN = {"kind": "expression", "expression": "ctx.message_count / 0 == 1"}  # an error, so unknown, whatever the chat
MOST_ROUNDS = 3  # of finding faults: some show only when others are out of the way
_BEYOND_JUDGING = frozenset({"too_deep", "too_large", "too_many_nodes"})
_STEP = re.compile(r"\.rules\[(\d+)\]|\.rule(?![\w])")
_REST = re.compile(r"\.(\w+)")


@dataclass(frozen=True, slots=True)
class EditedRule:
    """A rule as it stands in a form: of which kind of object, of which object, and what was typed."""

    kind: Kind
    identity: str
    tree: Any


@dataclass(frozen=True, slots=True)
class PlacedFault:
    """A fault with the path of the node it is about, from the rule's root `$`, and the member of that node."""

    node: str
    member: str
    fault: Fault


@dataclass(frozen=True, slots=True)
class JudgedNode:
    """A node of the rule with its verdict; `leaf` decides a reference to a shared rule, `leaf_rule` is its document."""

    path: str
    rule: Rule
    explained: ExplainedNode
    is_blocker: bool
    is_faulty: bool
    leaf: ExplainedNode
    leaf_rule: Rule


@dataclass(frozen=True, slots=True)
class Trial:
    """What came out: `verdict` is None and `nodes` empty when nothing could be judged.

    `set_by` and `note` say what interceptors did to the chat: who set which value, and why nothing was judged.
    """

    faults: tuple[PlacedFault, ...]
    verdict: str | None = None
    nodes: tuple[JudgedNode, ...] = ()
    is_indexed: bool = True
    set_by: Mapping[str, str] = field(default_factory=dict)
    note: str = ""


@dataclass(slots=True)
class _Judgeable:
    """The rule without ids, so that every node's id is its path, and with stand-ins where it has faults."""

    tree: Rule
    document: Rule = field(default_factory=dict)
    catalog: Catalog | None = None
    faults: list[PlacedFault] = field(default_factory=list)


def try_rule(edited: EditedRule, context: ChatContext) -> Trial:
    """Judges the rule with the draft's shared rules; nodes with faults are unknown, and so are not in the others' way.

    The context's prompt is `PROMPT`. Interceptors run as they do around a request. Bounded by the engine's own limits;
    starts no process.
    """
    faults = tuple(_placed_faults(edited))
    if not isinstance(edited.tree, dict) or any(placed.fault.code in _BEYOND_JUDGING for placed in faults):
        return Trial(faults)
    judgeable = _judgeable(edited.tree)
    faults = (*faults, *_further(judgeable.faults, faults))
    if judgeable.catalog is None:
        return Trial(faults)
    answer = judged(judgeable.catalog, context)
    is_indexed = judgeable.catalog.groups[GROUP].rule.access_keys({}) is not None
    if answer.group is None:
        return Trial(faults, is_indexed=is_indexed, set_by=answer.set_by, note=answer.note)
    nodes = tuple(_judged_nodes(answer.group, judgeable))
    return Trial(faults, answer.group.verdict, nodes, is_indexed, answer.set_by, answer.note)


def _placed_faults(edited: EditedRule) -> Iterator[PlacedFault]:
    """The rule's own faults; what is wrong elsewhere counts, at the root, only when there are none."""
    model = MODEL_OF[edited.kind]
    member = model.rule_column or ""
    own = f"$.{SECTION_OF[edited.kind]}[0].{member}"
    found = _faults_of(candidate(edited.kind, {model.identity_field: edited.identity or GROUP, member: edited.tree}))
    placed = [_placed(fault, edited.tree, own) for fault in found if _is_below(fault.path, own)]
    others = [PlacedFault("$", "", fault) for fault in found if fault.path.startswith("$.rules[")]
    yield from placed or others


def _judgeable(tree: Rule) -> _Judgeable:
    judgeable = _Judgeable(_without_ids(tree))
    for _round in range(MOST_ROUNDS):
        judgeable.document = closed({"format": FORMAT, "groups": [{"name": GROUP, "matcher": judgeable.tree}]})
        judgeable.document["prompts"] = [{"name": PROMPT, "groups": [GROUP]}]
        judgeable.catalog, faults = _compiled(json.dumps(judgeable.document))
        placed = [_placed(fault, judgeable.tree, "$.groups[0].matcher") for fault in faults]
        for each in placed:
            judgeable.tree = _with_stand_in(judgeable.tree, each.node)
        judgeable.faults += placed
    return judgeable


def _further(faults: Sequence[PlacedFault], known: Sequence[PlacedFault]) -> list[PlacedFault]:
    """Faults that show only when others are out of the way, at nodes that have none yet."""
    nodes = {placed.node for placed in known}
    return [placed for placed in faults if placed.node not in nodes]


def _faults_of(document: Rule) -> Sequence[Fault]:
    return _compiled(json.dumps(document))[1]


@lru_cache(maxsize=64)
def _compiled(document: str) -> tuple[Catalog | None, tuple[Fault, ...]]:
    """A document's catalog or its faults; the last ones are remembered, since the chat changes more than the rule."""
    try:
        return compile_catalog(json.loads(document)), ()
    except InvalidDocument as invalid:
        return None, tuple(invalid.faults)


def _judged_nodes(group: ExplainedGroup, judgeable: _Judgeable) -> Iterator[JudgedNode]:
    shared = {rule["name"]: rule["definition"] for rule in judgeable.document.get("rules", ())}
    waiting = [(group.tree, judgeable.tree)]
    while waiting:
        node, rule = waiting.pop()
        leaf, leaf_rule = _deciding(node, rule, shared) if node.kind == "rule" else (node, rule)
        is_blocker = any(blocker == node.id or blocker.startswith(f"{node.id}/") for blocker in group.blockers)
        is_faulty = any(placed.node == node.id for placed in judgeable.faults)
        yield JudgedNode(node.id, rule, node, is_blocker, is_faulty, leaf, leaf_rule)
        if node.kind != "rule":
            waiting += zip(node.children, _children(rule, shared), strict=True)


def _deciding(node: ExplainedNode, rule: Rule, shared: Mapping[str, Rule]) -> tuple[ExplainedNode, Rule]:
    """The first leaf below by which a node has its verdict."""
    while node.children:
        pairs = list(zip(node.children, _children(rule, shared), strict=True))
        node, rule = next((pair for pair in pairs if pair[0].verdict == node.verdict), pairs[0])
    return node, rule


def _children(rule: Rule, shared: Mapping[str, Rule]) -> list[Rule]:
    match rule["kind"]:
        case "all" | "any":
            return list(rule["rules"])
        case "not":
            return [rule["rule"]]
        case "rule":
            return [shared[rule["name"]]]
        case _:
            return []


def _is_below(path: str, own: str) -> bool:
    return path == own or path.startswith((f"{own}.", f"{own}["))


def _placed(fault: Fault, tree: Any, own: str) -> PlacedFault:
    """The innermost node on the way to the fault, and what of it the fault is about."""
    path = fault.path[len(own) :] if _is_below(fault.path, own) else ""
    node, end = tree, 0
    while isinstance(node, dict) and (step := _STEP.match(path, end)):
        below = node.get("rules") if step[1] else node.get("rule")
        if step[1]:
            below = below[int(step[1])] if isinstance(below, list) and int(step[1]) < len(below) else None
        if node.get("kind") not in (("all", "any") if step[1] else ("not",)) or not isinstance(below, dict):
            break
        node, end = below, step.end()
    member = _REST.match(path, end)
    return PlacedFault(f"${path[:end]}", member[1] if member else "", fault)


def _without_ids(tree: Any) -> Any:
    if not isinstance(tree, dict):
        return tree
    bare = {name: value for name, value in tree.items() if name not in ("id", "note")}
    if tree.get("kind") in ("all", "any") and isinstance(tree.get("rules"), list):
        bare["rules"] = [_without_ids(below) for below in tree["rules"]]
    elif tree.get("kind") == "not" and "rule" in tree:
        bare["rule"] = _without_ids(tree["rule"])
    return bare


def _with_stand_in(tree: Any, place: str) -> Any:
    """The tree with the node at a place of its own replaced by one that is always unknown."""
    step = _STEP.match(place.removeprefix("$"))
    if step is None:
        return STAND_IN
    below = place.removeprefix("$")[step.end() :]
    if step[1] is None:
        return {**tree, "rule": _with_stand_in(tree["rule"], below)} if "rule" in tree else tree
    rules = [
        _with_stand_in(rule, below) if number == int(step[1]) else rule
        for number, rule in enumerate(tree.get("rules", ()))
    ]
    return {**tree, "rules": rules} if rules else tree
