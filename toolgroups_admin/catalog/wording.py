"""Explanations in words: what keeps a group from hitting."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from toolgroups_admin.engine import REASONS

Node = Mapping[str, Any]


def why_missed(group: Node) -> list[str]:
    """A sentence for each blocker of an explained group, or for its whole rule when it was not judged."""
    nodes = {node["id"]: node for node in _nodes(group["tree"])}
    return [_sentence(nodes[blocker]) for blocker in group["blockers"]] or [_sentence(group["tree"])]


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node["children"]:
        yield from _nodes(child)


def _sentence(node: Node) -> str:
    words = REASONS.get(node["reason"], node["reason"].replace("_", " ")).rstrip(".")
    facts = [f"{name} {_shown(node[member])}" for name, member in _FACTS if node[member] is not None]
    return f"{words} ({', '.join(facts)})" if facts else words


_FACTS = (("wanted", "expected"), ("found", "actual"))


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return " / ".join(value)
    return json.dumps(value, ensure_ascii=False)
