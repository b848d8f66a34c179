"""Answers as plain JSON values, in the shapes of design §5."""

from functools import lru_cache
from typing import Any

import msgspec

from .catalog import REMEMBERED, Offer, are_of_catalog
from .formats import ModelRequest
from .notice import Notice
from .resolution import ExplainedGroup, ExplainedNode, Explanation

_encode = msgspec.json.Encoder().encode


def tool_info_json(request: ModelRequest) -> list[dict[str, Any]]:
    """Where each tool of a model request came from, what it replaced, and how it is called there."""
    return _tool_infos(request.offers, request.sent_as)


def tool_info_encoded(request: ModelRequest) -> bytes:
    """The same as JSON text in UTF-8."""
    encode = _known_info if are_of_catalog(request.offers) else _info
    return encode(request.offers, request.sent_as)


def notices_json(notices: tuple[Notice, ...]) -> list[dict[str, str]]:
    """Warnings as objects."""
    return [notice._asdict() for notice in notices]


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """An explanation as plain values; the names of its members are those of design §5."""
    return {
        "groups": [_group(group) for group in explanation.groups],
        "tools": [{"key": tool.key, "outcome": tool.outcome, "reason": tool.reason} for tool in explanation.tools],
        "set_by": dict(explanation.set_by),
    }


def _tool_infos(offers: tuple[Offer, ...], sent_as: tuple[str, ...]) -> list[dict[str, Any]]:
    return [_tool_info(offer, name) for offer, name in zip(offers, sent_as, strict=True)]


def _info(offers: tuple[Offer, ...], sent_as: tuple[str, ...]) -> bytes:
    return _encode(_tool_infos(offers, sent_as))


_known_info = lru_cache(maxsize=REMEMBERED)(_info)


def _tool_info(offer: Offer, sent_as: str) -> dict[str, Any]:
    tool = offer.tool
    return {
        "name": tool.name,
        "sent_as": sent_as,
        "key": tool.key,
        "source": offer.source,
        "replaced": [lost._asdict() for lost in offer.replaced],
        "return_direct": tool.return_direct,
        "sensitive": tool.sensitive,
        "executor": tool.executor["kind"],
    }


def _group(group: ExplainedGroup) -> dict[str, Any]:
    return {
        "name": group.name,
        "verdict": group.verdict,
        "tree": _node(group.tree),
        "blockers": list(group.blockers),
    }


def _node(node: ExplainedNode) -> dict[str, Any]:
    return {
        "id": node.id,
        "kind": node.kind,
        "verdict": node.verdict,
        "reason": node.reason,
        "actual": node.actual,
        "expected": node.expected,
        "spans": [span._asdict() for span in node.spans],
        "children": [_node(child) for child in node.children],
    }
