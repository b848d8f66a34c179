"""What is wrong with a rule tree as a tree: empty branches, node ids, sizes."""

from collections.abc import Iterator

from ..faults import Fault, gettext_noop
from ..paths import at
from . import limits
from .rule_specs import AllSpec, AnySpec, NotSpec, PromptContainsSpec, RuleSpec


def tree_faults(root: RuleSpec, path: str) -> Iterator[Fault]:
    """The faults of the tree whose root stands at `path`; what the single nodes mean is for `compile_rule`."""
    ids: set[str] = set()
    for count, (node, place) in enumerate(_nodes(root, path), start=1):
        if count > limits.RULE_NODES:
            yield Fault("too_many_nodes", path, limits.RULE_NODES, *_MANY_NODES, {"limit": limits.RULE_NODES})
            return
        if node.id is not None:
            yield from _id_faults(node.id, at(place, "id"), ids)
        if isinstance(node, AllSpec | AnySpec) and not node.rules:
            yield Fault("empty_rules", at(place, "rules"), [], *_EMPTY)
        elif isinstance(node, PromptContainsSpec):
            yield from _keyword_faults(node.keywords, at(place, "keywords"))
        if len(node.note) > limits.NOTE:
            yield Fault("too_long", at(place, "note"), node.note, *_LONG, {"limit": limits.NOTE})


def _nodes(root: RuleSpec, path: str) -> Iterator[tuple[RuleSpec, str]]:
    waiting = [(root, path)]
    while waiting:
        node, place = waiting.pop()
        yield node, place
        if isinstance(node, NotSpec):
            waiting.append((node.rule, at(place, "rule")))
        elif isinstance(node, AllSpec | AnySpec):
            children = [(child, at(place, "rules", number)) for number, child in enumerate(node.rules)]
            waiting.extend(reversed(children))


def _id_faults(node_id: str, path: str, taken: set[str]) -> Iterator[Fault]:
    if not 1 <= len(node_id) <= limits.NODE_ID:
        yield Fault("node_id_length", path, node_id, *_ID_LENGTH, {"limit": limits.NODE_ID})
    if node_id in taken:
        yield Fault("duplicate_node_id", path, node_id, *_ID_TAKEN, {"id": node_id})
    taken.add(node_id)


def _keyword_faults(keywords: list[str], path: str) -> Iterator[Fault]:
    if len(keywords) > limits.KEYWORDS:
        yield Fault("too_long", path, len(keywords), *_MANY_KEYWORDS, {"limit": limits.KEYWORDS})
    for place, keyword in enumerate(keywords):
        if len(keyword) > limits.KEYWORD:
            yield Fault("too_long", at(path, place), keyword, *_LONG, {"limit": limits.KEYWORD})


_EMPTY: tuple[str, str] = (
    gettext_noop("An empty list of rules matches everyone or no one"),
    gettext_noop('Add a rule, or say {{"kind": "always"}} when that is meant.'),
)
_ID_TAKEN: tuple[str, str] = (
    gettext_noop('The id "{id}" is taken by an earlier node of this rule'),
    gettext_noop("Give each node of a rule an id of its own, or leave the id out."),
)
_ID_LENGTH: tuple[str, str] = (
    gettext_noop("A node's id has 1 to {limit} characters"),
    gettext_noop("Shorten the id, or leave it out."),
)
_LONG: tuple[str, str] = (gettext_noop("This text is too long"), gettext_noop("Keep to {limit} characters."))
_MANY_KEYWORDS: tuple[str, str] = (
    gettext_noop("Too many keywords stand here"),
    gettext_noop('Keep to {limit} keywords; spread them over an "any".'),
)
_MANY_NODES: tuple[str, str] = (
    gettext_noop("This rule has too many nodes"),
    gettext_noop("Keep to {limit} nodes; move a part into a shared rule."),
)
