"""References: kept, moved, copied in, or the tool left out (field case 19)."""

from typing import Any

import pytest

from tests.engine.formats.making_tools import codes, defined, sent, sent_x, with_property
from toolgroups_admin.engine.formats import FORMATS

KEEPING = ["openai", "openai-responses", "anthropic", "mcp"]
CITY = {"type": "object", "properties": {"name": {"type": "string"}}}
TEXT = {"type": "string"}


def to(name: str, keyword: str = "$defs") -> dict[str, str]:
    return {"$ref": f"#/{keyword}/{name}"}


@pytest.mark.parametrize("format", KEEPING)
def test_definitions_stay_as_they_are(format: str) -> None:
    schema = with_property(to("City"), **{"$defs": {"City": CITY}})

    assert sent(schema, format) == schema
    assert defined(schema, format).notices == ()


@pytest.mark.parametrize("format", KEEPING)
def test_legacy_definitions_are_moved(format: str) -> None:
    schema = with_property(to("City", "definitions"), definitions={"City": CITY, "Unused": {}})

    assert sent(schema, format) == with_property(to("City"), **{"$defs": {"City": CITY}})
    assert codes(defined(schema, format)) == ["definitions_moved"]


def test_gemini_has_definitions_copied_in() -> None:
    schema = with_property({**to("City"), "description": "where"}, **{"$defs": {"City": CITY}})

    assert sent(schema, "gemini") == with_property({**CITY, "description": "where"})
    assert codes(defined(schema, "gemini")) == ["references_inlined"]


def test_what_is_used_twice_is_copied_in_twice() -> None:
    schema = {"type": "object", "properties": {"from": to("City"), "to": to("City")}, "$defs": {"City": CITY}}

    assert sent(schema, "gemini")["properties"] == {"from": CITY, "to": CITY}


def test_members_beside_a_reference_hold_as_well() -> None:
    closed = {"additionalProperties": False, "title": "t"}
    definitions = {"$defs": {"City": CITY, "Any": True, "None": False, "Short": {"maxLength": 3}}}

    assert sent_x({**to("City"), **closed}, "gemini", **definitions) == {
        "title": "t",
        "allOf": [CITY, {"additionalProperties": False}],
    }
    assert sent_x({**to("Any"), "title": "t"}, "gemini", **definitions) == {"title": "t"}
    assert sent_x({**to("None"), "title": "t"}, "gemini", **definitions) == {"title": "t", "not": {}}
    assert sent_x({**to("Short"), "maxLength": 5}, "gemini", **definitions) == {
        "allOf": [{"maxLength": 3}, {"maxLength": 5}]
    }


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "reference",
    [
        "#/$defs/Nowhere",
        "#/definitions/City",
        "#/properties/x/enum/3",
        "#/properties/x/enum/first",
        "#/properties/x/title/0",
        "#anchor",
        "https://example.com/city.json",
        "city.json#/City",
    ],
)
def test_a_reference_to_nothing_leaves_the_tool_out(reference: str, format: str) -> None:
    schema = with_property({"enum": ["a"], "title": "t", "$ref": reference}, **{"$defs": {"City": CITY}})

    assert defined(schema, format).body is None
    assert codes(defined(schema, format)) == ["reference_unresolved"]
    assert defined(schema, format).notices[0].path == '$.parameters.properties.x["$ref"]'


@pytest.mark.parametrize("keyword", ["$dynamicRef", "$recursiveRef"])
def test_references_that_move_leave_the_tool_out(keyword: str) -> None:
    assert codes(defined(with_property({keyword: "#"}))) == ["reference_unresolved"]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "definitions",
    [
        {"A": to("A")},
        {"A": to("B"), "B": to("A")},
        {"A": {"allOf": [to("B")]}, "B": {"anyOf": [{"not": to("A")}]}},
        {"A": {"dependentSchemas": {"k": to("A")}}},
        {"A": {"$ref": "#"}},
    ],
)
def test_references_that_go_round_leave_the_tool_out(definitions: dict[str, Any], format: str) -> None:
    schema = {"type": "object", "properties": {}, "if": to("A"), "$defs": definitions}

    assert defined(schema, format).body is None
    assert codes(defined(schema, format)) == ["reference_loop"]


def test_a_loop_is_shown_in_reading_order() -> None:
    definitions = {"A": to("B"), "B": to("C"), "C": to("A")}

    [notice] = defined(with_property(to("A"), **{"$defs": definitions})).notices

    assert notice.detail == (
        "the references lead round in a circle: #/$defs/A → #/$defs/B → #/$defs/C → #/$defs/A; the tool is left out"
    )


@pytest.mark.parametrize("format", KEEPING)
def test_a_tree_that_contains_itself_stays(format: str) -> None:
    tree = {"type": "object", "properties": {"children": {"type": "array", "items": to("Tree")}}}
    schema = with_property(to("Tree"), parent={"$ref": "#"}, **{"$defs": {"Tree": tree}})

    assert sent(schema, format) == schema


def test_gemini_sees_a_tree_one_level_deep() -> None:
    tree = {"type": "object", "description": "a tree", "properties": {"child": {**to("Tree"), "title": "the child"}}}
    schema = with_property(to("Tree"), **{"$defs": {"Tree": tree}})

    assert sent_x(to("Tree"), "gemini", **{"$defs": {"Tree": tree}}) == {
        **tree,
        "properties": {"child": {"type": "object", "description": "a tree", "title": "the child"}},
    }
    assert codes(defined(schema, "gemini")) == ["references_inlined", "reference_cut"]


def test_gemini_sees_the_root_again_by_its_type() -> None:
    assert sent_x({"$ref": "#"}, "gemini") == {"type": "object"}


def test_what_doubles_at_each_level_stays_finite_for_gemini() -> None:
    doubling = {
        f"D{level}": {"properties": {"a": to(f"D{level + 1}"), "b": to(f"D{level + 1}")}} for level in range(40)
    }
    definition = defined(with_property(to("D0"), **{"$defs": {**doubling, "D40": True}}), "gemini")

    assert "reference_cut" in codes(definition)
    assert len(definition.encoded) < 100_000


def test_what_goes_very_deep_is_cut_for_gemini() -> None:
    chain = {f"D{link}": {"properties": {"a": to(f"D{link + 1}")}} for link in range(60)}
    definition = defined(with_property(to("D0"), **{"$defs": {**chain, "D60": True}}), "gemini")

    assert "reference_cut" in codes(definition)


def test_a_cut_reference_to_anything_says_nothing() -> None:
    chain = {f"D{link}": {"properties": {"a": to(f"D{link + 1}")}} for link in range(20)}
    definition = defined(with_property(to("D0"), **{"$defs": {**chain, "D20": True}}), "gemini")

    assert b'"a":{}' in definition.encoded


def test_gemini_has_all_of_as_one_schema_where_nothing_is_lost() -> None:
    base, part = {"properties": {"a": TEXT}}, {"properties": {"b": TEXT}, "required": ["a"]}

    assert sent_x({"type": "object", "allOf": [base, part]}, "gemini") == {
        "type": "object",
        "properties": {"a": TEXT, "b": TEXT},
        "required": ["a"],
    }


@pytest.mark.parametrize(
    "parts",
    [
        [True],
        [{"maxLength": 3}, {"maxLength": 5}],
        [{"properties": {"a": TEXT}, "additionalProperties": False}],
        [{"properties": {"a": TEXT}, "unevaluatedProperties": False}],
        [{"if": TEXT}, {"then": TEXT}],
    ],
)
def test_gemini_keeps_all_of_where_something_would_be_lost(parts: list[Any]) -> None:
    assert sent_x({"title": "t", "allOf": parts}, "gemini") == {"title": "t", "allOf": parts}


def test_a_reference_into_the_properties_gets_a_definition() -> None:
    schema = {
        "type": "object",
        "properties": {
            "from": CITY,
            "to": {"$ref": "#/properties/from"},
            "via": {"items": {"$ref": "#/properties/from"}},
        },
    }

    assert sent(schema, "mcp") == {
        "type": "object",
        "properties": {"from": CITY, "to": to("from"), "via": {"items": to("from")}},
        "$defs": {"from": CITY},
    }


def test_definitions_of_one_name_in_two_places_stay_two() -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"a": to("City"), "b": to("City", "definitions"), "c": {"$ref": "#/properties/b/$defs/City"}},
        "$defs": {"City": CITY},
        "definitions": {"City": TEXT},
    }
    schema["properties"]["b"]["$defs"] = {"City": {"type": "null"}}

    assert sent(schema, "mcp") == {
        "type": "object",
        "properties": {"a": to("City"), "b": to("City_"), "c": to("City__")},
        "$defs": {"City": CITY, "City_": TEXT, "City__": {"type": "null"}},
    }


def test_a_name_may_be_percent_encoded() -> None:
    schema = with_property(to("%E5%9F%8E%20x%ff%zz"), **{"$defs": {"城 x\ufffd%zz": CITY}})

    assert sent(schema, "gemini") == with_property(CITY)


@pytest.mark.parametrize("name", ["a/b", "a~b", "a%b", "城市", "List[City]", ""])
def test_definitions_may_have_any_name(name: str) -> None:
    escaped = name.replace("%", "%25").replace("~", "~0").replace("/", "~1")
    schema = with_property(to(escaped), **{"$defs": {name: CITY}})

    assert sent(schema) == schema
    assert sent(schema, "gemini") == with_property(CITY)


def test_a_place_in_a_list_can_be_pointed_at() -> None:
    schema = with_property({"anyOf": [TEXT, {"type": "null"}]}, required=[])
    schema["properties"]["y"] = {"$ref": "#/properties/x/anyOf/0"}

    assert sent(schema)["$defs"] == {"0": TEXT}


def test_definitions_that_are_none_are_not_looked_for() -> None:
    assert codes(defined(with_property(to("City"), **{"$defs": ["City"]}))) == ["reference_unresolved"]


def test_over_1000_definitions_leave_the_tool_out() -> None:
    names = [f"D{number}" for number in range(1001)]
    properties = {name: to(name) for name in names}

    definition = defined({"type": "object", "properties": properties, "$defs": dict.fromkeys(names, CITY)})

    assert codes(definition) == ["schema_too_large"]
