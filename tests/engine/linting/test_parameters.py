"""Parameters of which the model knows too little."""

from typing import Any

import pytest

from tests.engine.linting.linted import CITY, findings, paths, with_tool
from toolgroups_admin.engine.linting.schemas import parameters_in

REQUIRED = "required_parameter_without_source"
OPTIONAL = "parameter_without_description"
AT = "$.tools[0].parameters"


def schema(properties: dict[str, Any], *required: str, **members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), **members}


@pytest.mark.parametrize(
    ("parameters", "rule", "path"),
    [
        pytest.param(schema({"a": {"type": "string"}}, "a"), REQUIRED, ".properties.a", id="required"),
        pytest.param(schema({"a": {"description": " "}}, "a"), REQUIRED, ".properties.a", id="blank description"),
        pytest.param(schema({"a": True}, "a"), REQUIRED, ".properties.a", id="anything at all"),
        pytest.param(schema({"a": CITY}, "b"), REQUIRED, ".required", id="required, but not declared"),
        pytest.param(schema({"a": {"type": "string"}}), OPTIONAL, ".properties.a", id="optional"),
        pytest.param(schema({"a": {"enum": [1]}}, "a"), OPTIONAL, ".properties.a", id="required, with values"),
        pytest.param(
            schema({"a": {"description": "An address.", **schema({"b": {}})}}),
            OPTIONAL,
            ".properties.a.properties.b",
            id="nested",
        ),
        pytest.param(
            schema({"a": {"description": "Lines.", "type": "array", "items": schema({"b": {}})}}),
            OPTIONAL,
            ".properties.a.items.properties.b",
            id="in a list",
        ),
        pytest.param(
            schema({}, anyOf=[schema({"a": CITY}), schema({"b": {}})]),
            OPTIONAL,
            ".anyOf[1].properties.b",
            id="in an alternative",
        ),
    ],
)
def test_a_parameter_that_nothing_explains(parameters: dict[str, Any], rule: str, path: str) -> None:
    linted = with_tool(parameters=parameters)

    assert {name: paths(linted, name) for name in (REQUIRED, OPTIONAL) if paths(linted, name)} == {rule: [AT + path]}


@pytest.mark.parametrize(
    "parameters",
    [
        pytest.param(None, id="no parameters"),
        pytest.param({}, id="empty"),
        pytest.param(schema({"a": CITY}, "a"), id="described"),
        pytest.param(
            schema({"a": {"$ref": "#/$defs/a"}}, "a", **{"$defs": {"a": CITY}}), id="described where it is referred to"
        ),
        pytest.param({"type": "object", "anyOf": [schema({"a": CITY})], "required": ["a"]}, id="declared beside"),
        pytest.param(
            {"$ref": "#/$defs/a", "$defs": {"a": schema({"a": CITY})}, "required": ["a"]}, id="declared there"
        ),
        pytest.param({"type": "object", "required": ["a"]}, id="nothing declared"),
        pytest.param(
            {"$ref": "#/$defs/a", "$defs": {"a": schema({"a": CITY})}, "properties": {"b": CITY}, "required": ["a"]},
            id="declared there and here",
        ),
    ],
)
def test_parameters_that_are_explained(parameters: dict[str, Any] | None) -> None:
    linted = with_tool(parameters=parameters)

    assert not paths(linted, REQUIRED) + paths(linted, OPTIONAL)


def test_the_words_name_the_parameter() -> None:
    [finding] = findings(with_tool(parameters=schema({"a": {}}, "a")), REQUIRED)

    assert "“a”" in finding.message


@pytest.mark.parametrize("odd", [{"properties": [], "required": "a"}, {"required": [1, "a"], "anyOf": {}}, [], True])
def test_shapes_that_are_no_schema_hold_no_parameters(odd: Any) -> None:
    assert not list(parameters_in(odd))


def test_a_schema_is_followed_only_so_deep() -> None:
    deep: dict[str, Any] = {}
    for _ in range(200):
        deep = {"properties": {"a": deep}}

    assert len(list(parameters_in(deep))) < 200
