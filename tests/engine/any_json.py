"""Documents as hypothesis draws them from any JSON, few of them legal; and following the paths of faults."""

import copy
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

CHARACTERS = st.characters() | st.sampled_from('\0\ud800"\\')
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(CHARACTERS, max_size=5)
_MEMBERS = """
key name title tags kind rules rule matcher allow definition executor tools groups tool_choice tool parameters type
properties waivers weekly metadata value scope n field op expression percent from until function timeout context_keys
"""
MEMBERS = st.sampled_from(_MEMBERS.split())
WORDS = st.sampled_from(["a", "always", "all", "any", "not", "rule", "schedule", "client", "http", "python", "auto"])
JSON = st.recursive(
    SCALARS | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(MEMBERS | st.text(CHARACTERS, max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)
SECTIONS = st.dictionaries(
    st.sampled_from(["tools", "rules", "groups", "prompts", "scenarios"]),
    st.lists(st.dictionaries(MEMBERS, JSON, max_size=5), max_size=3),
)

RULES: list[Any] = [
    {"kind": "always", "id": "a", "note": "b"},
    {"kind": "prompt_contains", "keywords": ["天气"], "ignore_case": True, "scope": "last_n_user", "n": 2},
    {"kind": "prompt_matches", "pattern": "(订单|快递).*到哪", "scope": "conversation"},
    {"kind": "condition", "field": "attributes.plan", "op": "in", "value": ["a", 1, True], "ignore_case": True},
    {"kind": "condition", "field": "account_id", "op": "exists"},
    {"kind": "expression", "expression": "has(ctx.account_id)"},
    {"kind": "rollout", "percent": 12.5, "by": "account_id", "salt": "s"},
    {
        "kind": "schedule",
        "from": "2026-01-01T00:00:00Z",
        "until": "2027-01-01T00:00:00+08:00",
        "weekly": [{"days": ["mon", "sun"], "start": "22:00", "end": "06:00"}],
        "timezone": "Asia/Shanghai",
    },
    {"kind": "not", "rule": {"kind": "any", "rules": [{"kind": "always"}]}},
]
LEGAL: dict[str, Any] = {
    "format": 1,
    "tools": [
        {"key": "a", "parameters": {"type": "object", "properties": {"x": {"type": "string"}}}, "allow": RULES[4]},
        {"key": "b", "name": "n", "tags": ["t"], "executor": {"kind": "python", "function": "f", "timeout": 2.5}},
        {"key": "c", "executor": {"kind": "mcp", "connection": "c", "tool": "t", "context_keys": ["k"]}},
        {
            "key": "d",
            "executor": {"kind": "http", "connection": "c", "method": "GET", "path": "/", "arguments": {"x": "query"}},
            "waivers": [{"rule": "r", "reason": "s"}],
        },
    ],
    "rules": [
        {"name": "r", "definition": {"kind": "all", "rules": RULES}},
        {"name": "s", "definition": {"kind": "rule", "name": "r"}},
    ],
    "groups": [{"name": "g", "tools": ["a", "b"], "matcher": {"kind": "rule", "name": "s"}}, {"name": "h"}],
    "prompts": [
        {"name": "p", "groups": ["g", "h"], "tools": ["c"], "tool_choice": {"tool": "a"}, "metadata": {"x": 1}}
    ],
    "scenarios": [{"name": "s"}],
}


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """The legal document with something else put in at one to three places."""
    document = copy.deepcopy(LEGAL)
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(document))
        holder, step = places[draw(st.integers(0, len(places) - 1))]
        if isinstance(holder, dict) and draw(st.booleans()):
            step = draw(MEMBERS)
        holder[step] = copy.deepcopy(draw(JSON | st.sampled_from(RULES)))
    return document


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for step in value if isinstance(value, dict) else range(len(value)):
        yield value, step
        if isinstance(value[step], dict | list):
            yield from _places(value[step])


DOCUMENTS = damaged() | SECTIONS.map(lambda sections: {"format": 1, **sections}) | JSON


def follow(value: Any, path: str) -> Any:
    """What stands at a JSON path of a fault; fails when the path leads nowhere."""
    steps = re.findall(r'\.([A-Za-z_]\w*)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]', path, re.DOTALL)
    assert "$" + "".join(_spelled(*step) for step in steps) == path
    for name, place, quoted in steps:
        value = value[int(place)] if place else value[name or re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL)]
    return value


def _spelled(name: str, place: str, quoted: str) -> str:
    return f".{name}" if name else f"[{place}]" if place else f'["{quoted}"]'
