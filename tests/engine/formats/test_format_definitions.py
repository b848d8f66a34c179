"""One tool in each format."""

from typing import Any

import msgspec
import pytest

from tests.engine.formats.making_tools import NOTHING, codes, defined, sent, tool, with_property
from toolgroups_admin.engine.errors import EngineError
from toolgroups_admin.engine.formats import FORMATS, UnknownFormat, definition_of, problems_of
from toolgroups_admin.engine.formats.definitions import make_definition
from toolgroups_admin.engine.formats.limits import Limits

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


@pytest.mark.parametrize(
    ("format", "body"),
    [
        (
            "openai",
            {"type": "function", "function": {"name": "get_weather", "description": "天气", "parameters": CITY}},
        ),
        (
            "openai-responses",
            {"type": "function", "name": "get_weather", "description": "天气", "parameters": CITY, "strict": False},
        ),
        ("anthropic", {"name": "get_weather", "description": "天气", "input_schema": CITY}),
        ("gemini", {"name": "get_weather", "description": "天气", "parametersJsonSchema": CITY}),
        ("mcp", {"name": "get_weather", "description": "天气", "inputSchema": CITY}),
    ],
)
def test_each_format_has_its_shape(format: str, body: dict[str, Any]) -> None:
    definition = definition_of(tool(description="天气", parameters=CITY), format)

    assert definition.body == body
    assert definition.notices == ()
    assert definition.encoded == msgspec.json.encode(body)


@pytest.mark.parametrize("parameters", [None, {}])
def test_no_parameters_are_said_in_each_format_s_way(parameters: dict[str, Any] | None) -> None:
    assert sent(parameters, "openai") == NOTHING
    assert sent(parameters, "openai-responses") == NOTHING
    assert sent(parameters, "anthropic") == NOTHING
    assert defined(parameters, "gemini").body == {"name": "get_weather"}
    assert sent(parameters, "mcp") == {"type": "object", "additionalProperties": False}
    assert defined(parameters).notices == ()


@pytest.mark.parametrize("format", ["openai", "openai-responses", "anthropic", "mcp"])
def test_an_object_without_properties_gets_empty_ones(format: str) -> None:
    definition = defined({"type": "object"}, format)

    assert sent({"type": "object"}, format) == NOTHING
    assert codes(definition) == ["properties_added"]


@pytest.mark.parametrize("open", [{"additionalProperties": {"type": "string"}}, {"patternProperties": {"^x": {}}}])
def test_gemini_is_sent_parameters_only_when_some_can_be_given(open: dict[str, Any]) -> None:
    assert defined({"type": "object"}, "gemini").body == {"name": "get_weather"}
    assert sent({"type": "object", **open}, "gemini") == {"type": "object", **open}


def test_a_blank_description_is_not_sent() -> None:
    assert definition_of(tool(description="\u3000"), "anthropic").body == {
        "name": "get_weather",
        "input_schema": NOTHING,
    }


@pytest.mark.parametrize("format", ["openai", "openai-responses"])
def test_a_description_of_1025_characters_is_noted_and_not_cut(format: str) -> None:
    short, long, very_long = (tool(description="天" * length) for length in (1024, 1025, 9000))

    assert problems_of(short, format) == ()
    assert [notice.code for notice in problems_of(long, format)] == ["description_long"]
    assert ("天" * 9000).encode() in definition_of(very_long, format).encoded


def test_limits_of_the_caller_s_are_kept() -> None:
    weather = tool(description="12345", parameters=with_property({"type": "array"}))

    definition = make_definition(weather, "mcp", Limits(description_length=4, items_needed=True))

    assert codes(definition) == ["description_long", "items_added"]


def test_a_definition_is_made_once() -> None:
    weather = tool(parameters=CITY)

    assert definition_of(weather, "gemini") is definition_of(weather, "gemini")
    assert weather.definitions.keys() == {"gemini"}


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(UnknownFormat, match="openai, openai-responses, anthropic, gemini, mcp") as raised:
        definition_of(tool(), "cohere")

    assert isinstance(raised.value, EngineError)
    assert raised.value.name == "cohere"


@pytest.mark.parametrize("format", FORMATS)
def test_half_of_a_surrogate_pair_leaves_the_tool_out(format: str) -> None:
    definition = definition_of(tool(description="\ud800"), format)

    assert definition.body is None
    assert definition.encoded == b""
    assert codes(definition) == ["not_encodable"]
