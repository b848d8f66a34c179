"""What a document that can be read reads as, whatever JSON comes."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgroups_admin.engine.document import read_document
from toolgroups_admin.engine.errors import InvalidDocument

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5)
MEMBERS = st.sampled_from(
    [
        "key",
        "name",
        "title",
        "tags",
        "kind",
        "rules",
        "rule",
        "matcher",
        "allow",
        "definition",
        "executor",
        "tools",
        "groups",
        "tool_choice",
        "tool",
        "parameters",
        "type",
        "properties",
        "waivers",
        "weekly",
        "metadata",
        "keywords",
        "id",
        "note",
    ]
)
WORDS = st.sampled_from(
    [
        "a",
        "b",
        "always",
        "all",
        "any",
        "not",
        "rule",
        "prompt_contains",
        "schedule",
        "client",
        "http",
        "python",
        "auto",
        "object",
    ]
)
JSON = st.recursive(
    SCALARS | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(MEMBERS | st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)
SECTIONS = st.dictionaries(
    st.sampled_from(["tools", "rules", "groups", "prompts", "scenarios"]),
    st.lists(st.dictionaries(MEMBERS, JSON, max_size=5), max_size=3),
)
DOCUMENTS = JSON | SECTIONS.map(lambda sections: {"format": 1, **sections})


@given(DOCUMENTS)
def test_any_json_reads_or_says_where_it_is_wrong(document: Any) -> None:
    try:
        read_document(document)
    except InvalidDocument as error:
        for fault in error.faults:
            resolve_path(document, fault.path)
            str(fault).encode()


def resolve_path(value: Any, path: str) -> None:
    steps = re.findall(r'\.([A-Za-z_]\w*)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]', path, re.DOTALL)
    assert "$" + "".join(_spelled(*step) for step in steps) == path
    for name, place, quoted in steps:
        value = value[int(place)] if place else value[name or re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL)]


def _spelled(name: str, place: str, quoted: str) -> str:
    return f".{name}" if name else f"[{place}]" if place else f'["{quoted}"]'


def test_an_empty_document_is_legal() -> None:
    assert read_document({"format": 1}).model_dump(exclude_defaults=True) == {"format": 1}


def test_null_means_absent_where_a_rule_or_a_choice_may_stand() -> None:
    document = read_document(
        {
            "format": 1,
            "tools": [{"key": "t", "allow": None, "parameters": None, "name": None}],
            "groups": [{"name": "g", "matcher": None}],
            "prompts": [{"name": "p", "tool_choice": None, "default_model": None}],
        }
    )

    assert document.groups[0].matcher is None


@pytest.mark.parametrize("identity", ["a.b", "天气", "a b", "😀", "x" * 128, "é", "e\u0301"])
def test_dots_and_every_script_are_legal_in_identities(identity: str) -> None:
    assert read_document({"format": 1, "tools": [{"key": identity}]}).tools[0].key == identity


def test_identities_are_compared_byte_by_byte() -> None:
    keys = ["a", "A", "\u00e9", "e\u0301"]

    assert len(read_document({"format": 1, "tools": [{"key": key} for key in keys]}).tools) == 4


def test_a_tool_and_a_group_may_bear_one_name() -> None:
    read_document({"format": 1, "tools": [{"key": "x"}], "groups": [{"name": "x"}], "prompts": [{"name": "x"}]})


def test_every_executor_is_read() -> None:
    common = {"timeout": 2.5, "idempotent": True, "context_keys": ["tenant"]}
    executors = [
        {"kind": "client"},
        {"kind": "python", "function": "f", **common},
        {"kind": "http", "connection": "c", "method": "POST", "path": "/o/{no}", "arguments": {"no": "path"}, **common},
        {"kind": "mcp", "connection": "c", "tool": "x", **common, "timeout": 5},
    ]
    tools = [{"key": executor["kind"], "executor": executor} for executor in executors]

    read = read_document({"format": 1, "tools": tools}).tools

    assert [tool.executor.model_dump(exclude_defaults=True) for tool in read] == executors


def test_what_a_schema_may_nest_is_bounded_in_itself() -> None:
    schema: Any = {"type": "string"}
    for _ in range(31):
        schema = {"items": schema}

    read_document({"format": 1, "tools": [{"key": "t", "parameters": schema}]})
