"""How each provider writes down one tool."""

from collections.abc import Callable, Mapping
from typing import Any, Final

# (name, description or blank, schema or None when there are no parameters) -> what is sent
Shape = Callable[[str, str, dict[str, Any] | None], dict[str, Any]]


def _openai(name: str, description: str, schema: dict[str, Any] | None) -> dict[str, Any]:
    function = {**_named(name, description), "parameters": _or_empty(schema)}
    return {"type": "function", "function": function}


def _openai_responses(name: str, description: str, schema: dict[str, Any] | None) -> dict[str, Any]:
    # Without `strict: false` the provider may try the schema as a strict one and so change what is optional.
    return {"type": "function", **_named(name, description), "parameters": _or_empty(schema), "strict": False}


def _anthropic(name: str, description: str, schema: dict[str, Any] | None) -> dict[str, Any]:
    return {**_named(name, description), "input_schema": _or_empty(schema)}


def _gemini(name: str, description: str, schema: dict[str, Any] | None) -> dict[str, Any]:
    if schema is None or not _takes_arguments(schema):
        return _named(name, description)
    return {**_named(name, description), "parametersJsonSchema": schema}


def _mcp(name: str, description: str, schema: dict[str, Any] | None) -> dict[str, Any]:
    nothing = {"type": "object", "additionalProperties": False}
    return {**_named(name, description), "inputSchema": nothing if schema is None else schema}


def _named(name: str, description: str) -> dict[str, Any]:
    return {"name": name, "description": description} if description else {"name": name}


def _or_empty(schema: dict[str, Any] | None) -> dict[str, Any]:
    return {"type": "object", "properties": {}} if schema is None else schema


def _takes_arguments(schema: Mapping[str, Any]) -> bool:
    return bool(schema.get("properties") or schema.get("patternProperties") or schema.get("additionalProperties"))


SHAPES: Final[Mapping[str, Shape]] = {
    "openai": _openai,
    "openai-responses": _openai_responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "mcp": _mcp,
}
