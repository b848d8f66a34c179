"""The groups of an answer as the page shows them: verdict, the reason in a sentence, and the rule's tree."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from toolgroups_admin.engine import ChatContext, ExplainedGroup, ExplainedNode, Span, text_of

from .marking import MarkedMessage, marked_messages
from .reason_words import clause, reason, sentence
from .rule_words import ALWAYS, Part, Rule, asks, plain
from .sources import Document

NODE_EDGE = 40
MOST_CLAUSES = 4
HUES = 6
SHOWN_BY_MESSAGES = frozenset({"prompt_contains", "prompt_matches"})  # what these want stands in their first line


@dataclass(frozen=True, slots=True)
class ShownNode:
    """One node of a rule; `opens` says that nodes below follow, `closes` is the markup that ends lists after it."""

    id: str
    verdict: str
    asks: tuple[Part, ...]
    note: str
    reason: str
    actual: str | None
    expected: str | None
    messages: tuple[MarkedMessage, ...]
    is_blocker: bool
    opens: bool
    closes: SafeString


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group with its verdict; `hue` is the colour of its parts in the answer, for hits only."""

    name: str
    title: str
    verdict: str
    why: str
    nodes: tuple[ShownNode, ...]
    hue: int | None
    address: str | None


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a document, by the group that they decide and by name."""

    groups: Mapping[str, Mapping[str, Any]]
    shared: Mapping[str, Rule]

    @classmethod
    def of(cls, document: Document) -> "Rules":
        """The rules of this document."""
        return cls(
            {group["name"]: group for group in document.get("groups", ())},
            {rule["name"]: rule["definition"] for rule in document.get("rules", ())},
        )


def hues_of(hits: Sequence[str]) -> dict[str, int]:
    """A colour for each group that hit, by its place."""
    return {name: place % HUES for place, name in enumerate(hits)}


def spans_of(group: ExplainedGroup) -> Iterator[tuple[str, Span]]:
    """Everything that was found by a group's rule, with the group's name."""
    nodes = [group.tree]
    while nodes:
        node = nodes.pop()
        yield from ((group.name, span) for span in node.spans)
        nodes += node.children


class ShowingGroups:
    """Shows the groups of one answer."""

    def __init__(
        self, context: ChatContext, rules: Rules, *, hues: Mapping[str, int], addresses: Mapping[str, str]
    ) -> None:
        self.context = context
        self.rules = rules
        self.hues = hues
        self.addresses = addresses

    def shown(self, group: ExplainedGroup) -> ShownGroup:
        """One group."""
        members = self.rules.groups.get(group.name, {})
        pairs = list(self._pairs(group.tree, members.get("matcher") or ALWAYS))
        blockers = frozenset(group.blockers)
        return ShownGroup(
            group.name,
            members.get("title", ""),
            group.verdict,
            self._why(group, pairs),
            tuple(self._node(node, rule, node.id in blockers, closing) for node, rule, closing in pairs),
            self.hues.get(group.name),
            self.addresses.get(group.name),
        )

    def _pairs(self, node: ExplainedNode, rule: Rule, closing: int = 0) -> Iterator[tuple[ExplainedNode, Rule, int]]:
        """Each explained node with the rule node that it explains, and how many lists end after it."""
        below = list(zip(node.children, self._children(rule), strict=False))
        yield node, rule, 0 if below else closing
        for place, (child, child_rule) in enumerate(below):
            yield from self._pairs(child, child_rule, closing + 1 if place == len(below) - 1 else 0)

    def _children(self, rule: Rule) -> list[Rule]:
        match rule["kind"]:
            case "all" | "any":
                return list(rule["rules"])
            case "not":
                return [rule["rule"]]
            case "rule":
                return [self.rules.shared[rule["name"]]]
            case _:
                return []

    def _why(self, group: ExplainedGroup, pairs: Sequence[tuple[ExplainedNode, Rule, int]]) -> str:
        if group.verdict == "disabled":
            switched_off = group.tree.reason == "switched_off"
            return _("Switched off in this environment.") if switched_off else _("Disabled, so it is not judged.")
        wanted = group.blockers if group.verdict != "hit" else [leaf.id for leaf in deciding(group.tree)]
        by_id = {node.id: (node, rule) for node, rule, _closing in pairs}
        clauses = [self._clause(*by_id[node_id]) for node_id in wanted if node_id in by_id]
        more = len(clauses) - MOST_CLAUSES
        if more > 0:
            clauses[MOST_CLAUSES:] = [_("and {more} more").format(more=more)]
        return _INTRODUCTIONS[group.verdict]().format(reasons=sentence(clauses))

    def _clause(self, node: ExplainedNode, rule: Rule) -> str:
        return clause(node, rule, self._found(node.spans))

    def _found(self, spans: Sequence[Span]) -> str:
        for span in spans:
            if span.message < len(self.context.messages):
                return (text_of(self.context.messages[span.message]) or "")[span.start : span.end]
        return ""

    def _node(self, node: ExplainedNode, rule: Rule, is_blocker: bool, closing: int) -> ShownNode:
        messages = marked_messages(self.context, (("", span) for span in node.spans), edge=NODE_EDGE)
        has_actual = not node.children and node.actual is not None and not messages
        has_expected = has_actual and node.expected is not None and node.kind not in SHOWN_BY_MESSAGES
        return ShownNode(
            node.id,
            node.verdict,
            asks(rule),
            rule.get("note", ""),
            reason(node),
            plain(node.actual) if has_actual else None,
            plain(node.expected) if has_expected else None,
            tuple(messages),
            is_blocker,
            bool(node.children),
            mark_safe("</ul></li>" * closing),
        )


def deciding(node: ExplainedNode) -> list[ExplainedNode]:
    """The leaves by which a node has its verdict, for a verdict of true or false: one child's where one is enough."""
    if not node.children:
        return [node]
    same = [child for child in node.children if child.verdict == node.verdict]
    if node.kind in ("not", "rule"):
        return deciding(node.children[0])
    one_is_enough = node.verdict == ("true" if node.kind == "any" else "false")
    return [leaf for child in (same[:1] if one_is_enough else same) for leaf in deciding(child)]


_INTRODUCTIONS = {
    "hit": lambda: _("Hits because {reasons}"),
    "miss": lambda: _("Misses because {reasons}"),
    "unknown": lambda: _("Unknown, so it misses, because {reasons}"),
}
