"""The nodes of a rule as the page shows them: what each asks for, its verdict, and the evidence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from toolgroups_admin.catalog.reason_words import reason
from toolgroups_admin.catalog.rule_words import Part, Rule, asks, plain
from toolgroups_admin.engine import ChatContext, ExplainedNode

from .marking import MarkedMessage, marked_messages
from .sources import Document

EDGE = 40
DEEPEST_SHOWN = 12
SHOWN_BY_MESSAGES = frozenset({"prompt_contains", "prompt_matches"})  # what these want stands in their first line


class Pair(NamedTuple):
    """An explained node with the rule node that it explains, so many levels below the root."""

    node: ExplainedNode
    rule: Rule
    depth: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The groups of a document by name, and the definitions of its shared rules."""

    groups: Mapping[str, Mapping[str, Any]]
    shared: Mapping[str, Rule]

    @classmethod
    def of(cls, document: Document) -> "Rules":
        """The rules of this document."""
        return cls(
            {group["name"]: group for group in document.get("groups", ())},
            {rule["name"]: rule["definition"] for rule in document.get("rules", ())},
        )

    def pairs(self, node: ExplainedNode, rule: Rule, depth: int = 0) -> Iterator[Pair]:
        """Every node from the top down: both trees have their children in one order."""
        yield Pair(node, rule, depth)
        for child, child_rule in zip(node.children, self._below(rule), strict=False):
            yield from self.pairs(child, child_rule, depth + 1)

    def below(self, rule: Rule, depth: int = 0) -> Iterator[tuple[Rule, int]]:
        """A rule and all that is in it from the top down, each so many levels below the root."""
        yield rule, depth
        for child in self._below(rule):
            yield from self.below(child, depth + 1)

    def _below(self, rule: Rule) -> list[Rule]:
        match rule["kind"]:
            case "all" | "any":
                return list(rule["rules"])
            case "not":
                return [rule["rule"]]
            case "rule":
                return [self.shared[rule["name"]]]
            case _:
                return []


@dataclass(frozen=True, slots=True)
class ShownNode:
    """One node; `level` counts from 1, and `depth` is the indentation, which ends at some point."""

    id: str
    verdict: str
    level: int
    depth: int
    asks: tuple[Part, ...]
    note: str
    reason: str
    actual: str | None
    expected: str | None
    messages: tuple[MarkedMessage, ...]
    is_blocker: bool


def shown_node(pair: Pair, context: ChatContext, *, is_blocker: bool) -> ShownNode:
    """One node with the messages in which it found something, marked; its value where there are none."""
    node, rule, depth = pair
    messages = marked_messages(context, (("", span) for span in node.spans), edge=EDGE)
    has_actual = not node.children and node.actual is not None and not messages
    has_expected = has_actual and node.expected is not None and node.kind not in SHOWN_BY_MESSAGES
    return ShownNode(
        node.id,
        node.verdict,
        depth + 1,
        min(depth, DEEPEST_SHOWN),
        asks(rule),
        rule.get("note", ""),
        reason(node),
        plain(node.actual) if has_actual else None,
        plain(node.expected) if has_expected else None,
        tuple(messages),
        is_blocker,
    )
