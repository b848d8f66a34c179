"""Tools, and what becomes of them in a format."""

from collections.abc import Mapping
from typing import Any

from toolgroups_admin.engine.catalog import Offer, Tool
from toolgroups_admin.engine.formats import Definition, ModelRequest, definition_of, in_format
from toolgroups_admin.engine.resolution import Resolution, ToolChoice

Json = dict[str, Any]
NOTHING: Json = {"type": "object", "properties": {}}

_SCHEMA_MEMBERS = {
    "openai": ("function", "parameters"),
    "openai-responses": ("parameters",),
    "anthropic": ("input_schema",),
    "gemini": ("parametersJsonSchema",),
    "mcp": ("inputSchema",),
}


def tool(name: str = "get_weather", parameters: Mapping[str, Any] | None = None, **members: Any) -> Tool:
    return Tool(**{"key": name, "name": name, "parameters": parameters, **members})


def with_property(schema: Any, **root: Any) -> Json:
    """The parameters of a tool with the one optional parameter `x`."""
    return {"type": "object", "properties": {"x": schema}, **root}


def defined(parameters: Mapping[str, Any] | None, format: str = "openai") -> Definition:
    return definition_of(tool(parameters=parameters), format)


def sent(parameters: Mapping[str, Any] | None, format: str = "openai") -> Json:
    """The schema that is sent for these parameters."""
    found: Any = defined(parameters, format).body
    for member in _SCHEMA_MEMBERS[format]:
        found = found[member]
    assert isinstance(found, dict)
    return found


def sent_x(schema: Any, format: str = "openai", **root: Any) -> Any:
    """What becomes of the schema of one optional parameter."""
    return sent(with_property(schema, **root), format)["properties"]["x"]


def codes(definition: Definition | ModelRequest) -> list[str]:
    return [notice.code for notice in definition.notices]


def offered(*tools: Tool, tool_choice: ToolChoice | None = None) -> Resolution:
    return Resolution(
        prompt="p",
        groups=(),
        offers=tuple(Offer(each, "prompt") for each in tools),
        messages=(),
        system_prompt=None,
        tool_choice=tool_choice,
    )


def request(*tools: Tool, format: str = "openai", tool_choice: ToolChoice | None = None) -> ModelRequest:
    return in_format(offered(*tools, tool_choice=tool_choice), format)
