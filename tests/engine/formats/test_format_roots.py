"""The root of a tool's schema in each format (field cases 18 and 19)."""

from typing import Any

import pytest

from tests.engine.formats.making_tools import codes, defined, sent, sent_x
from toolgroups_admin.engine.formats import FORMATS

A, B = {"type": "string"}, {"type": "integer"}
REFUSING = ["openai", "openai-responses", "anthropic", "gemini"]


def _either_required(keyword: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"a": A, "b": B, "id": A},
        "required": ["id"],
        keyword: [{"required": ["a"]}, {"required": ["b"]}],
    }


@pytest.mark.parametrize("format", REFUSING)
@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_alternatives_in_what_is_required_become_optional(keyword: str, format: str) -> None:
    definition = defined(_either_required(keyword), format)

    assert sent(_either_required(keyword), format) == {
        "type": "object",
        "properties": {"a": A, "b": B, "id": A},
        "required": ["id"],
    }
    assert [(notice.code, notice.path) for notice in definition.notices] == [
        ("root_combined", f"$.parameters.{keyword}")
    ]


def test_mcp_keeps_alternatives_in_the_root() -> None:
    assert sent(_either_required("anyOf"), "mcp") == _either_required("anyOf")
    assert defined(_either_required("anyOf"), "mcp").notices == ()


@pytest.mark.parametrize("format", REFUSING)
def test_alternative_objects_become_one_in_which_each_fits(format: str) -> None:
    by_id = {"type": "object", "properties": {"kind": A, "id": B}, "required": ["kind", "id"]}
    by_name = {"type": "object", "properties": {"kind": B, "name": A}, "required": ["name", "kind"]}

    schema = sent({"anyOf": [by_id, by_name, {"type": "null"}]}, format)

    assert schema == {
        "type": "object",
        "properties": {"kind": {"anyOf": [A, B]}, "id": B, "name": A},
        "required": ["kind"],
    }


def test_only_what_every_alternative_requires_is_required() -> None:
    parts = [{"required": ["a", "b"]}, {"required": ["b", "a"]}, {"required": ["b"]}]

    assert sent({"anyOf": parts})["required"] == ["b"]
    assert sent({"anyOf": parts[:1]})["required"] == ["a", "b"]


@pytest.mark.parametrize("format", REFUSING)
def test_all_of_in_the_root_becomes_one_object(format: str) -> None:
    parts = [
        {"properties": {"a": A, "c": {"description": "second"}}, "required": ["a"], "title": "lost"},
        {"properties": {"b": B}, "required": ["b", "a"], "additionalProperties": False, "minProperties": 1},
    ]
    root = {"type": "object", "title": "kept", "properties": {"c": {"type": "null"}}, "allOf": parts}

    assert sent(root, format) == {
        "type": "object",
        "title": "kept",
        "properties": {"c": {"type": "null", "description": "second"}, "a": A, "b": B},
        "required": ["a", "b"],
        "additionalProperties": False,
        "minProperties": 1,
    }


def test_a_property_of_two_parts_has_to_satisfy_both() -> None:
    limited = {"maxLength": 3}
    parts = [{"properties": {"a": A}}, {"properties": {"a": limited}}, {"properties": {"a": True}}]
    root = {"allOf": [*parts, parts[0]]}

    assert sent(root)["properties"] == {"a": {**A, **limited}}


def test_a_property_that_one_part_forbids_is_forbidden() -> None:
    parts = [{"properties": {"a": True, "b": False, "c": A}}, {"properties": {"a": A, "b": A, "c": False}}]

    assert sent({"allOf": parts})["properties"] == {"a": A, "b": False, "c": {**A, "not": {}}}


def test_a_root_reference_is_copied_in_and_its_definition_dropped_unless_still_used() -> None:
    node = {"type": "object", "properties": {"a": A, "child": {"$ref": "#/$defs/Node"}}}
    leaf = {"type": "object", "properties": {"a": A}}

    recursive = sent({"$ref": "#/$defs/Node", "$defs": {"Node": node}, "description": "d"})
    plain = sent({"$ref": "#/$defs/Leaf", "$defs": {"Leaf": leaf}})

    assert recursive == {**node, "description": "d", "$defs": {"Node": node}}
    assert plain == leaf
    assert codes(defined({"$ref": "#/$defs/Leaf", "$defs": {"Leaf": leaf}})) == ["references_inlined"]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "root",
    [
        {"type": "string"},
        {"type": ["array", "null"]},
        {"anyOf": [{"type": "string"}, False]},
        {"allOf": [{"type": "object"}, {"type": "array"}]},
        {"$ref": "#/$defs/Text", "$defs": {"Text": {"type": "string"}}},
    ],
)
def test_a_root_that_no_object_passes_leaves_the_tool_out(root: dict[str, Any], format: str) -> None:
    assert defined(root, format).body is None
    assert codes(defined(root, format)) == ["root_not_object"]


def test_a_root_type_is_added_or_made_single() -> None:
    assert list(sent({"properties": {"a": A}})) == ["type", "properties"]
    assert sent({"type": ["object", "null"], "properties": {"a": A}})["type"] == "object"
    assert codes(defined({"properties": {"a": A}}, "mcp")) == ["root_type_added"]


@pytest.mark.parametrize("keyword", ["enum", "const", "not"])
def test_what_openai_refuses_in_a_root_is_dropped_with_a_notice(keyword: str) -> None:
    root = {"type": "object", "properties": {"a": A}, keyword: [{}] if keyword == "enum" else {}}

    assert keyword not in sent(root)
    assert keyword in sent(root, "anthropic")
    assert codes(defined(root)) == ["root_keyword_dropped"]


@pytest.mark.parametrize("format", REFUSING)
def test_alternatives_below_the_root_stay(format: str) -> None:
    assert sent_x({"anyOf": [A, {"type": "null"}]}, format) == {"anyOf": [A, {"type": "null"}]}


def test_closed_alternatives_make_a_closed_object_only_when_all_are_closed() -> None:
    closed, open_one = {"properties": {"a": A}, "additionalProperties": False}, {"properties": {"b": B}}

    assert sent({"anyOf": [closed, {**closed, **open_one}]})["additionalProperties"] is False
    assert "additionalProperties" not in sent({"anyOf": [closed, open_one]})
    assert sent({"anyOf": [closed, {"additionalProperties": A}]})["additionalProperties"] is True
    assert sent({"anyOf": [{**closed, "patternProperties": {"^x": A}}, closed]})["additionalProperties"] is True


def test_a_condition_is_not_mixed_from_two_parts() -> None:
    root = {"type": "object", "if": {"required": ["a"]}, "allOf": [{"then": {"required": ["b"]}, "minProperties": 1}]}

    assert sent(root) == {"type": "object", "if": {"required": ["a"]}, "minProperties": 1, "properties": {}}


def test_keywords_that_all_alternatives_share_are_kept() -> None:
    part = {"properties": {"a": A}, "minProperties": 1}

    assert sent({"anyOf": [part, {**part, "maxProperties": 2}]}) == {
        "type": "object",
        "minProperties": 1,
        "properties": {"a": A},
    }


def test_true_and_1_are_two_alternatives() -> None:
    parts = [{"properties": {"a": {"const": True}}}, {"properties": {"a": {"const": 1}}}]

    assert sent({"anyOf": parts})["properties"] == {"a": {"anyOf": [{"const": True}, {"const": 1}]}}


def test_a_root_with_too_many_alternatives_leaves_the_tool_out() -> None:
    doubling = {f"D{level}": {"anyOf": [{"$ref": f"#/$defs/D{level + 1}"}] * 2} for level in range(15)}
    root = {"$ref": "#/$defs/D0", "$defs": {**doubling, "D15": {"type": "object"}}}

    assert codes(defined(root)) == ["schema_too_large"]


def test_a_long_chain_of_root_references_leaves_the_tool_out() -> None:
    chain = {f"D{link}": {"$ref": f"#/$defs/D{link + 1}"} for link in range(900)}
    root = {"$ref": "#/$defs/D0", "$defs": {**chain, "D900": {"type": "object"}}}

    assert codes(defined(root)) == ["schema_too_large"]
