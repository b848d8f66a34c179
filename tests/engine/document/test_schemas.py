"""The quick look at a schema never contradicts the metaschema."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator, Draft7Validator, Draft202012Validator

from toolgroups_admin.engine.document.schemas import is_surely_legal, schema_faults

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 2),
    st.sampled_from([0.5, 1.0, "", "string", "object", "a", "#/$defs/a"]),
    st.lists(st.sampled_from(["a", "b", "string", "null", 1]), max_size=3),
)
KEYWORDS = st.sampled_from(
    [
        "title",
        "description",
        "format",
        "pattern",
        "$ref",
        "$schema",
        "$comment",
        "default",
        "const",
        "enum",
        "examples",
        "minLength",
        "maxItems",
        "minimum",
        "exclusiveMaximum",
        "uniqueItems",
        "deprecated",
        "items",
        "additionalProperties",
        "not",
        "anyOf",
        "allOf",
        "properties",
        "$defs",
        "type",
        "required",
        "if",
        "prefixItems",
        "multipleOf",
        "x-own",
    ]
)
SCHEMAS = st.recursive(
    st.booleans() | st.dictionaries(KEYWORDS, VALUES, max_size=3),
    lambda inner: st.dictionaries(
        KEYWORDS,
        VALUES | inner | st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner),
        max_size=3,
    ),
    max_leaves=6,
)
METASCHEMA = Draft202012Validator(Draft202012Validator.META_SCHEMA)
OLDER = [draft(draft.META_SCHEMA) for draft in (Draft7Validator, Draft4Validator)]


@given(SCHEMAS)
def test_what_is_called_surely_legal_is_legal(schema: Any) -> None:
    if is_surely_legal(schema):
        assert METASCHEMA.is_valid(schema)


@given(SCHEMAS.filter(lambda schema: isinstance(schema, dict)))
def test_a_schema_has_faults_exactly_when_every_draft_finds_some(schema: Any) -> None:
    legal = any(draft.is_valid(schema) for draft in (METASCHEMA, *OLDER))

    assert bool(schema_faults(schema, "$")) == (not legal)


@pytest.mark.parametrize(
    "older",
    [
        {"type": "array", "items": [{"type": "string"}, {"type": "integer"}]},
        {"type": "integer", "minimum": 0, "exclusiveMinimum": True},
        {"definitions": {"a": {"type": "string"}}, "dependencies": {"a": ["b"]}},
    ],
)
def test_what_an_older_draft_allows_is_no_fault(older: dict[str, Any]) -> None:
    assert schema_faults({"type": "object", "properties": {"a": older}}, "$") == []


def test_common_schemas_need_no_metaschema() -> None:
    schema = {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "城市", "minLength": 1, "enum": ["a"], "default": None},
            "days": {"type": ["integer", "null"], "minimum": 0.5, "deprecated": True},
            "list": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/x"}, False]}},
        },
        "$defs": {"x": {"not": {}}},
        "required": ["city"],
        "additionalProperties": False,
    }

    assert is_surely_legal(schema)


def test_uncommon_keywords_are_left_to_the_metaschema() -> None:
    assert not is_surely_legal({"multipleOf": 2})
    assert schema_faults({"multipleOf": 2}, "$") == []


def test_the_deepest_schema_that_is_allowed_does_not_exhaust_the_stack() -> None:
    schema: Any = {"multipleOf": 0}
    for _ in range(31):
        schema = {"not": schema, "if": True}

    [fault] = schema_faults(schema, "$")

    assert fault.path == "$" + ".not" * 31 + ".multipleOf"
