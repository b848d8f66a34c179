"""What becomes of schemas below the root (field case 19)."""

from typing import Any

import pytest

from tests.engine.formats.making_tools import codes, defined, sent, sent_x, with_property
from toolgroups_admin.engine.formats import FORMATS

TEXT = {"type": "string"}
NEEDING_ITEMS = ["openai", "openai-responses", "gemini"]


@pytest.mark.parametrize("format", NEEDING_ITEMS)
@pytest.mark.parametrize("types", ["array", ["null", "array"]])
def test_an_array_without_items_gets_some(types: Any, format: str) -> None:
    definition = defined(with_property({"type": types}), format)

    assert sent_x({"type": types}, format) == {"type": types, "items": {}}
    assert [(notice.code, notice.path) for notice in definition.notices] == [
        ("items_added", "$.parameters.properties.x")
    ]


@pytest.mark.parametrize("format", ["anthropic", "mcp"])
def test_an_array_without_items_stays_where_it_is_taken(format: str) -> None:
    assert sent_x({"type": "array"}, format) == {"type": "array"}


def test_arrays_are_found_wherever_a_schema_may_stand() -> None:
    array = {"type": "array"}
    nested = {"anyOf": [array], "properties": {"type": array}, "additionalProperties": array, "items": array}

    mended = sent_x({**nested, "default": array, "examples": [array], "x-own": array})

    full = {"type": "array", "items": {}}
    assert mended["anyOf"] == [full]
    assert mended["properties"] == {"type": full}
    assert mended["additionalProperties"] == mended["items"] == full
    assert (mended["default"], mended["examples"], mended["x-own"]) == (array, [array], array)


@pytest.mark.parametrize("format", FORMATS)
def test_properties_named_like_keywords_are_properties(format: str) -> None:
    named = dict.fromkeys(
        ("type", "required", "items", "properties", "ref", "definitions", "enum", "const", "id"), TEXT
    )

    assert sent({"type": "object", "properties": named}, format)["properties"] == named


@pytest.mark.parametrize("format", ["openai", "openai-responses", "mcp"])
def test_a_property_named_ref_is_no_reference(format: str) -> None:
    assert sent({"type": "object", "properties": {"$ref": TEXT}}, format)["properties"] == {"$ref": TEXT}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ({"type": "text"}, ".type"),
        ({"type": []}, ".type"),
        ({"type": ["string", "string"]}, ".type"),
        ({"type": 5}, ".type"),
        ({"properties": []}, ".properties"),
        ({"properties": {"a": "string"}}, ".properties.a"),
        ({"required": True}, ".required"),
        ({"required": ["a", 1]}, ".required"),
        ({"items": "string"}, ".items"),
        ({"anyOf": {}}, ".anyOf"),
        ({"allOf": [3]}, ".allOf[0]"),
        ({"enum": "a"}, ".enum"),
        ({"minLength": -1}, ".minLength"),
        ({"minLength": 1.5}, ".minLength"),
        ({"minimum": "1"}, ".minimum"),
        ({"maximum": float("inf")}, ".maximum"),
        ({"multipleOf": 0}, ".multipleOf"),
        ({"uniqueItems": "yes"}, ".uniqueItems"),
        ({"description": ["a"]}, ".description"),
        ({"dependentRequired": {"a": "b"}}, ".dependentRequired"),
        ({"$ref": 3}, '["$ref"]'),
    ],
)
def test_what_is_no_schema_leaves_the_tool_out_and_says_where(schema: dict[str, Any], path: str, format: str) -> None:
    definition = defined(with_property(schema), format)

    assert definition.body is None
    assert [(notice.code, notice.path) for notice in definition.notices] == [
        ("schema_invalid", f"$.parameters.properties.x{path}")
    ]
    assert definition.notices[0].detail.endswith("; the tool is left out")


@pytest.mark.parametrize(
    "right", [{"minLength": 1.0}, {"multipleOf": 0.1}, {"minimum": -(10**400)}, {"type": ["string", "null"]}]
)
def test_what_is_a_schema_stays(right: dict[str, Any]) -> None:
    assert sent_x(right) == right


def test_empty_keywords_are_dropped_with_a_notice() -> None:
    definition = defined(with_property({**TEXT, "enum": [], "format": None, "default": None, "title": "t"}))

    assert sent_x({**TEXT, "enum": [], "format": None, "default": None}) == {**TEXT, "default": None}
    assert codes(definition) == ["keyword_dropped", "keyword_dropped"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
        ({"maximum": 9, "exclusiveMaximum": False}, {"maximum": 9}),
        ({"exclusiveMaximum": True}, {}),
        ({"items": [TEXT, {}], "additionalItems": False}, {"prefixItems": [TEXT, {}], "items": False}),
        ({"items": [TEXT]}, {"prefixItems": [TEXT]}),
        ({"items": []}, {}),
        ({"items": TEXT, "additionalItems": {}}, {"items": TEXT}),
        (
            {"dependencies": {"a": ["b"], "c": {"required": ["d"]}}},
            {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}},
        ),
        ({"dependencies": {"a": 1}}, {}),
        ({"dependencies": None}, {}),
        ({"required": ["a", "b", "a"]}, {"required": ["a", "b"]}),
    ],
)
def test_older_drafts_are_rewritten(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert sent_x(old, "mcp") == new
    assert codes(defined(with_property(old), "mcp")) == ["spelling_modernized"]


def test_members_that_only_name_the_schema_go_without_a_notice() -> None:
    definition = defined(
        {"$schema": "http://json-schema.org/draft-07/schema#", "$id": "urn:x", **with_property(TEXT)}, "mcp"
    )

    assert definition.body == {"name": "get_weather", "inputSchema": with_property(TEXT)}
    assert definition.notices == ()


def test_too_deep_a_schema_leaves_the_tool_out() -> None:
    deep: dict[str, Any] = TEXT
    for _ in range(70):
        deep = {"not": deep}

    assert codes(defined(with_property(deep))) == ["schema_too_large"]


@pytest.mark.parametrize("format", ["anthropic", "gemini"])
def test_an_optional_parameter_with_a_refused_name_is_dropped(format: str) -> None:
    root = {"type": "object", "properties": {"filter[id]": TEXT, "a": TEXT}, "required": ["a"]}

    assert sent(root, format) == {"type": "object", "properties": {"a": TEXT}, "required": ["a"]}
    assert [(notice.code, notice.path) for notice in defined(root, format).notices] == [
        ("property_dropped", '$.parameters.properties["filter[id]"]')
    ]


@pytest.mark.parametrize("format", ["anthropic", "gemini"])
def test_a_required_parameter_with_a_refused_name_leaves_the_tool_out(format: str) -> None:
    root = {"type": "object", "properties": {"filter[id]": TEXT}, "required": ["filter[id]"]}

    assert defined(root, format).body is None
    assert codes(defined(root, format)) == ["property_key_refused"]


def test_gemini_looks_at_names_further_down_and_anthropic_does_not() -> None:
    nested = {"type": "object", "properties": {"filter[id]": TEXT}}

    assert sent_x(nested, "anthropic") == nested
    assert sent_x(nested, "gemini") == {"type": "object", "properties": {}}


@pytest.mark.parametrize("format", ["openai", "openai-responses", "mcp"])
def test_others_take_any_parameter_name(format: str) -> None:
    root = {"type": "object", "properties": {"filter[id]": TEXT}, "required": ["filter[id]"]}

    assert sent(root, format) == root


def test_gemini_is_told_a_constant_as_an_enum() -> None:
    assert sent_x({"const": "a", "enum": ["a", "b"]}, "gemini") == {"enum": ["a"]}
    assert codes(defined(with_property({"const": "a"}), "gemini")) == ["const_as_enum"]


def test_gemini_is_not_told_to_require_what_is_no_property() -> None:
    object_with_a = {"type": "object", "properties": {"a": TEXT}}

    assert sent_x({**object_with_a, "required": ["a", "b"]}, "gemini") == {**object_with_a, "required": ["a"]}
    assert sent_x({**object_with_a, "required": ["b"]}, "gemini") == object_with_a
    assert codes(defined(with_property({**object_with_a, "required": ["b"]}), "gemini")) == ["required_dropped"]


@pytest.mark.parametrize("keyword", ["if", "not", "oneOf", "contains"])
def test_what_a_condition_requires_is_named_as_a_property_for_gemini(keyword: str) -> None:
    def within(condition: Any) -> Any:
        return {"type": "object", keyword: [condition] if keyword == "oneOf" else condition}

    closed = {"required": ["b"], "additionalProperties": TEXT}

    assert sent_x(within({"required": ["a"]}), "gemini") == within({"required": ["a"], "properties": {"a": {}}})
    assert sent_x(within(closed), "gemini") == within({**closed, "properties": {"b": TEXT}})
    assert sent_x(within({"required": ["a"]}), "openai") == within({"required": ["a"]})
    named = within({"required": ["a"], "properties": {"a": TEXT}})
    assert sent_x(named, "gemini") == named


@pytest.mark.parametrize(
    "condition",
    [
        {"required": ["a"], "additionalProperties": False, "patternProperties": {"^a": TEXT}},
        {"required": ["filter[id]"]},
        {"properties": {"filter[id]": TEXT}},
    ],
)
def test_a_condition_that_gemini_cannot_be_told_leaves_the_tool_out(condition: Any) -> None:
    assert defined(with_property({"not": condition}), "gemini").body is None
