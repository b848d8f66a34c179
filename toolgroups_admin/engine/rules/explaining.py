"""The verdict and the evidence of every node of a rule (design §7)."""

from typing import TYPE_CHECKING

from ..resolution import ExplainedNode
from ..rule import Rule
from .combinators import Compound
from .shared import Shared

if TYPE_CHECKING:
    from ..judging import Judging


def explain_tree(rule: Rule, judging: "Judging") -> ExplainedNode:
    """Every node with verdict, reason and evidence, none left out by a short circuit.

    Verdicts are those of `rule.judge`: what a request has judged already is remembered. Set `judging.explaining`
    when all groups are judged; what runs out of time after that reads `not_evaluated`. The ids below a reference to
    a shared rule are `REFERENCE/ID`.
    """
    return _explained(rule, judging, "")


def _explained(rule: Rule, judging: "Judging", prefix: str) -> ExplainedNode:
    node_id = prefix + rule.id
    if not isinstance(rule, Compound):
        evidence = rule.explain(judging)
        return ExplainedNode(
            node_id,
            rule.kind,
            evidence.verdict,
            evidence.reason,
            evidence.actual,
            evidence.expected,
            evidence.spans,
        )
    below = f"{node_id}/" if isinstance(rule, Shared) else prefix
    children = tuple([_explained(child, judging, below) for child in rule.rules])
    verdict, reason = rule.conclude([child.verdict for child in children])
    expected = rule.name if isinstance(rule, Shared) else None
    return ExplainedNode(node_id, rule.kind, verdict, reason, None, expected, (), children)
