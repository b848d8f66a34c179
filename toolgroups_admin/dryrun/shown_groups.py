"""The groups of an answer as the page shows them: verdict, the reason in a sentence, and the rule's nodes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from toolgroups_admin.catalog.reason_words import clause, sentence
from toolgroups_admin.catalog.rule_words import ALWAYS
from toolgroups_admin.engine import ChatContext, ExplainedGroup, ExplainedNode, Span, text_of

from .shown_nodes import Pair, Rules, ShownNode, shown_node

MOST_CLAUSES = 4
HUES = 6


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group with its verdict; `nodes` is None while its rule is folded, `hue` its colour in the answer if it hit."""

    name: str
    title: str
    verdict: str
    why: str
    nodes: tuple[ShownNode, ...] | None
    hue: int | None
    address: str | None
    blockers: int = 0


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


def deciding(node: ExplainedNode) -> list[ExplainedNode]:
    """The leaves by which a node is true or false: of all children with its verdict, or of the first if one is enough."""
    if not node.children:
        return [node]
    if node.kind in ("not", "rule"):
        return deciding(node.children[0])
    same = [child for child in node.children if child.verdict == node.verdict]
    one_is_enough = node.verdict == ("true" if node.kind == "any" else "false")
    return [leaf for child in (same[:1] if one_is_enough else same) for leaf in deciding(child)]


class ShowingGroups:
    """Shows the groups of one answer."""

    def __init__(
        self, context: ChatContext, rules: Rules, *, hues: Mapping[str, int], addresses: Mapping[str, str]
    ) -> None:
        self.context = context
        self.rules = rules
        self.hues = hues
        self.addresses = addresses

    def shown(self, group: ExplainedGroup, *, unfolded: bool) -> ShownGroup:
        """One group, with the nodes of its rule when it is unfolded."""
        members = self.rules.groups.get(group.name, {})
        pairs = list(self.rules.pairs(group.tree, members.get("matcher") or ALWAYS))
        return ShownGroup(
            group.name,
            members.get("title", ""),
            group.verdict,
            self._why(group, pairs),
            self._nodes(group, pairs) if unfolded else None,
            self.hues.get(group.name),
            self.addresses.get(group.name),
            len(group.blockers),
        )

    def _why(self, group: ExplainedGroup, pairs: Sequence[Pair]) -> str:
        if group.verdict == "disabled":
            switched_off = group.tree.reason == "switched_off"
            return _("Switched off in this environment.") if switched_off else _("Disabled, so it is not judged.")
        wanted = group.blockers if group.verdict != "hit" else [leaf.id for leaf in deciding(group.tree)]
        by_id = {pair.node.id: pair for pair in pairs}
        clauses = [self._clause(by_id[node_id]) for node_id in wanted if node_id in by_id]
        if (more := len(clauses) - MOST_CLAUSES) > 0:
            clauses[MOST_CLAUSES:] = [_("and {more} more").format(more=more)]
        return _INTRODUCTIONS[group.verdict]().format(reasons=sentence(clauses))

    def _nodes(self, group: ExplainedGroup, pairs: Sequence[Pair]) -> tuple[ShownNode, ...]:
        blockers = frozenset(group.blockers)
        return tuple(shown_node(pair, self.context, is_blocker=pair.node.id in blockers) for pair in pairs)

    def _clause(self, pair: Pair) -> str:
        return clause(pair.node, pair.rule, self._found(pair.node.spans))

    def _found(self, spans: Sequence[Span]) -> str:
        for span in spans:
            if span.message < len(self.context.messages):
                return (text_of(self.context.messages[span.message]) or "")[span.start : span.end]
        return ""


_INTRODUCTIONS: Mapping[str, Callable[[], str]] = {
    "hit": lambda: _("Hits because {reasons}"),
    "miss": lambda: _("Misses because {reasons}"),
    "unknown": lambda: _("Unknown, so it misses, because {reasons}"),
}
