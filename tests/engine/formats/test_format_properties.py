"""What holds for the formats whatever a schema looks like."""

import copy
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import SchemaError

from tests.engine.formats.making_tools import defined, sent, tool
from toolgroups_admin.engine.formats import FORMATS, definition_of

_KEYWORDS = [
    "$defs", "$ref", "$schema", "additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains",
    "definitions", "dependencies", "dependentSchemas", "description", "enum", "exclusiveMinimum", "items", "minLength",
    "minimum", "not", "oneOf", "patternProperties", "prefixItems", "properties", "required", "type",
]  # fmt: skip
_REFERENCES = ["#", "#/$defs/a", "#/definitions/b", "#/properties/a", "#/$defs/a/items", "#a", "x.json"]
_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 3),
    st.floats(),
    st.sampled_from(["object", "string", "array", "a", "b", *_REFERENCES]),
    st.text(max_size=3),
)
_keys = st.one_of(st.sampled_from([*_KEYWORDS, "a", "b"]), st.text(max_size=3))
_json = st.recursive(
    _scalars,
    lambda below: st.one_of(st.lists(below, max_size=3), st.dictionaries(_keys, below, max_size=4)),
    max_leaves=25,
)
_json_objects = st.dictionaries(_keys, _json, max_size=5)

_names = st.sampled_from(["a", "b", "c"])
_leaves: st.SearchStrategy[Any] = st.sampled_from(
    [True, False, {}, {"type": "string"}, {"type": "integer"}, {"const": 1}, {"enum": [True, "x"]}, {"minimum": 1},
     {"type": "array"}, {"$ref": "#/$defs/a"}, {"$ref": "#/definitions/b"}]
)  # fmt: skip


def _schemas_over(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(below, min_size=1, max_size=2)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["object", "array", ["object", "null"]]),
            "properties": st.dictionaries(_names, below, max_size=2),
            "patternProperties": st.dictionaries(st.sampled_from(["^a", "^d"]), below, max_size=1),
            "additionalProperties": below,
            "unevaluatedProperties": st.booleans(),
            "required": st.lists(_names, max_size=2, unique=True),
            "dependentRequired": st.dictionaries(_names, st.lists(_names, max_size=1), max_size=1),
            "minProperties": st.integers(0, 2),
            "if": below,
            "then": below,
            "items": below,
            "anyOf": several,
            "oneOf": several,
            "allOf": several,
            "not": below,
            "$ref": st.sampled_from(["#/$defs/a", "#/definitions/b"]),
        },
    )


_schemas = st.one_of(_leaves, _schemas_over(_leaves))
_properties = st.dictionaries(_names, _schemas, max_size=2)
_required = st.lists(_names, max_size=2, unique=True)
# Alternatives are closed: an open one that is silent about a property is merged by its author's meaning, not the letter.
_alternatives = st.lists(
    st.fixed_dictionaries(
        {"additionalProperties": st.sampled_from([False])},
        optional={"properties": _properties, "required": _required, "maxProperties": st.integers(1, 3)},
    ),
    min_size=1,
    max_size=2,
)
_part_keywords = {
    "type": st.sampled_from(["object", ["object", "null"]]),
    "properties": _properties,
    "patternProperties": st.dictionaries(st.sampled_from(["^a", "^d"]), _schemas, max_size=1),
    "additionalProperties": _schemas,
    "unevaluatedProperties": st.booleans(),
    "required": _required,
    "if": _schemas,
    "then": _schemas,
    "anyOf": _alternatives,
    "oneOf": _alternatives,
}
_parts = st.fixed_dictionaries({}, optional=_part_keywords)
_roots = st.builds(
    lambda root, a, b: {**root, "$defs": {"a": a}, "definitions": {"b": b}},
    st.fixed_dictionaries(
        {},
        optional={
            **_part_keywords,
            "allOf": st.lists(_parts, min_size=1, max_size=2),
            "$ref": st.just("#/$defs/a"),
            "not": _schemas,
        },
    ),
    _parts,
    _schemas,
)
_plain: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 0, 1, "x", "y", [], [1], {}, {"a": 1}, {"b": "x"}, {"d": []}]
)
_arguments = st.dictionaries(st.sampled_from("abcd"), _plain, max_size=3)


def _is_valid(schema: Any) -> bool:
    try:
        Draft202012Validator.check_schema(
            schema, format_checker=FormatChecker(())
        )  # Python does not judge JavaScript's patterns
    except SchemaError:
        return False
    return True


@pytest.mark.parametrize("format", FORMATS)
@given(parameters=_json_objects)
def test_any_json_object_gives_a_valid_schema_or_a_reason(format: str, parameters: dict[str, Any]) -> None:
    definition = defined(parameters, format)

    if definition.body is None:
        assert definition.notices[-1].detail.endswith("the tool is left out")
    elif parameters and (format != "gemini" or "parametersJsonSchema" in definition.body):
        schema = sent(parameters, format)
        assert schema["type"] == "object"
        assert _is_valid(schema)


@pytest.mark.parametrize("format", FORMATS)
@given(name=st.text(min_size=1, max_size=80), description=st.text(max_size=20), parameters=_json_objects)
def test_definitions_are_made_alike_and_leave_their_input_alone(
    format: str, name: str, description: str, parameters: dict[str, Any]
) -> None:
    before = repr(parameters)
    one, other = (tool(name, copy.deepcopy(parameters), description=description) for _ in range(2))

    first, second = definition_of(one, format), definition_of(other, format)

    assert repr(one.parameters) == before
    assert (first.sent_as, repr(first.body), first.encoded) == (second.sent_as, repr(second.body), second.encoded)
    assert first.notices == second.notices
    assert not first.encoded or msgspec.json.decode(first.encoded)


@pytest.mark.parametrize("format", ["openai", "anthropic", "gemini"])
@settings(max_examples=60)
@given(root=_roots, arguments=_arguments)
def test_what_the_tool_takes_the_sent_schema_lets_pass(
    format: str, root: dict[str, Any], arguments: dict[str, Any]
) -> None:
    definition = defined(root, format)
    assume(definition.body is not None)
    assume("reference_cut" not in [notice.code for notice in definition.notices])
    assume(Draft202012Validator(root).is_valid(arguments))
    if format == "gemini" and "parametersJsonSchema" not in (definition.body or {}):
        return

    assert Draft202012Validator(sent(root, format)).is_valid(arguments)
