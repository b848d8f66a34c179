"""What a document that can be read reads as, whatever JSON comes."""

from typing import Any

import pytest
from hypothesis import given

from tests.engine.any_json import DOCUMENTS, follow
from toolgroups_admin.engine.document import read_document
from toolgroups_admin.engine.errors import InvalidDocument


@given(DOCUMENTS)
def test_any_json_reads_or_says_where_it_is_wrong(document: Any) -> None:
    try:
        read_document(document)
    except InvalidDocument as error:
        for fault in error.faults:
            follow(document, fault.path)
            str(fault).encode()


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
    executors: list[dict[str, Any]] = [
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
