"""Explanations in words: what keeps a group from hitting."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from toolgroups_admin.engine import REASONS

Json = Mapping[str, Any]

ALWAYS: Json = {"kind": "always"}


def why_missed(group: Json, document: Json) -> list[str]:
    """A sentence for each blocker of an explained group of the document, or for the whole group when it was not judged."""
    [matcher] = [each.get("matcher") or ALWAYS for each in document["groups"] if each["name"] == group["name"]]
    shared = {rule["name"]: rule["definition"] for rule in document["rules"]}
    nodes = {node["id"]: (node, rule) for node, rule in _pairs(group["tree"], matcher, shared)}
    return [_sentence(*nodes[blocker]) for blocker in group["blockers"]] or [_words(group["tree"])]


def rule_text(rule: Json) -> str:
    """What a leaf of a rule asks for, in one line."""
    match rule["kind"]:
        case "prompt_contains":
            return " / ".join(rule["keywords"])
        case "condition" if rule["op"] == "exists":
            return f"{rule['field']} exists"
        case "condition":
            return f"{rule['field']} {rule['op']} {_plain(rule['value'])}"
        case kind:
            return (
                ", ".join(
                    value if isinstance(value, str) else f"{name} {_plain(value)}"
                    for name, value in rule.items()
                    if name not in {"kind", "id", "note"}
                )
                or kind
            )


def _pairs(node: Json, rule: Json, shared: Json) -> Iterator[tuple[Json, Json]]:
    """Each explained node with the rule node that it explains: both trees have their children in one order."""
    yield node, rule
    for child, below in zip(node["children"], _children(rule, shared), strict=False):
        yield from _pairs(child, below, shared)


def _children(rule: Json, shared: Json) -> list[Json]:
    match rule["kind"]:
        case "all" | "any":
            return list(rule["rules"])
        case "not":
            return [rule["rule"]]
        case "rule":
            return [shared[rule["name"]]]
        case _:
            return []


def _sentence(node: Json, rule: Json) -> str:
    found = f"; found {_plain(node['actual'])}" if rule["kind"] == "condition" and node["actual"] is not None else ""
    return f"{_words(node)} ({rule_text(rule)}{found})"


def _words(node: Json) -> str:
    reason: str = node["reason"]
    return REASONS.get(reason, reason.replace("_", " ")).rstrip(".")


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
