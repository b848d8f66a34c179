"""What the rule editor is told about a rule while it is edited, as JSON in the language of the page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from toolgroups_admin.engine import ChatContext, text_of

from ..fault_words import in_words
from ..models import Kind
from ..reason_words import clause, reason
from ..summaries import summary
from ..trying import PROMPT, EditedRule, JudgedNode, PlacedFault, try_rule

Json = dict[str, Any]

EMPTY = ChatContext(prompt=PROMPT)


def answer(edited: EditedRule, context: ChatContext) -> Json:
    """The summary, the faults by node, and the verdict of each node with its reason in words."""
    trial = try_rule(edited, context)
    said = None if "messages" in trial.set_by else context
    return {
        "summary": "" if edited.tree is None else summary(edited.tree),
        "faults": [_fault(placed) for placed in trial.faults],
        "verdict": trial.verdict,
        "indexed": trial.is_indexed,
        "nodes": {node.path: _node(node, said) for node in trial.nodes},
        "set_by": list(trial.set_by.items()),
        "note": trial.note,
    }


def kind_of(text: Any) -> Kind | None:
    """The kind of object that a rule belongs to, of those that hold rules."""
    return Kind(text) if text in (Kind.GROUP, Kind.RULE, Kind.TOOL) else None


def _fault(placed: PlacedFault) -> Json:
    params: Mapping[str, Any] = placed.fault.params
    places = {name: params[name] for name in ("position", "line", "column") if isinstance(params.get(name), int)}
    words = in_words(replace(placed.fault, value=None))  # the value stands beside the words
    return {"node": placed.node, "member": placed.member, "words": words, **places}


def _node(node: JudgedNode, said: ChatContext | None) -> Json:
    """A node with what it found in what the person typed, unless an interceptor put other messages there."""
    return {
        "verdict": "faulty" if node.is_faulty else node.explained.verdict,
        "reason": "" if node.is_faulty else _reason(node, said),
        "blocker": node.is_blocker,
        "spans": [list(span) for span in node.explained.spans] if said else [],
    }


def _reason(node: JudgedNode, said: ChatContext | None) -> str:
    if node.explained.children and node.explained.kind != "rule":
        return reason(node.explained)
    found = ""
    if said is not None and node.leaf.spans:
        span = node.leaf.spans[0]
        found = (text_of(said.messages[span.message]) or "")[span.start : span.end]
    return clause(node.leaf, node.leaf_rule, found)
