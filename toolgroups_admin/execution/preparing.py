"""The arguments with which a tool is really called: the model's, checked, and what the tool context owns (contract 14)."""

from collections.abc import Mapping
from typing import Any

from .arguments import problems, without_absent
from .calls import ToolCall, ToolFailed


def tool_context_of(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The prompt's defaults in an environment and the request's tool context as one; the request's wins."""
    return {**defaults, **given}


def visible_context(call: ToolCall) -> dict[str, Any]:
    """What of the tool context this tool may see: the keys listed on it; a Python tool that lists none sees all."""
    executor = call.tool.executor
    keys = executor.get("context_keys") or ()
    if not keys and executor["kind"] == "python":
        return dict(call.context)
    return {key: call.context[key] for key in keys if key in call.context}


def prepared(call: ToolCall) -> dict[str, Any]:
    """The model's arguments, without any that the tool context owns, and those of the context that the schema names.

    Raises `ToolFailed` with what to mend. A value of the context is never told.
    """
    if call.malformed is not None:
        raise ToolFailed(f"The tool was not called. {call.malformed}", "bad_arguments")
    schema = call.tool.parameters
    owned = set(call.tool.executor.get("context_keys") or ())
    given = {name: value for name, value in call.arguments.items() if name not in owned}
    arguments = without_absent(given, schema)
    named = _named_in(schema)
    arguments |= {name: value for name, value in visible_context(call).items() if name in owned & named}
    if wrong := problems(arguments, schema):
        raise ToolFailed(f"The tool was not called: its arguments do not fit. {'; '.join(wrong)}", "bad_arguments")
    return arguments


def _named_in(schema: Mapping[str, Any] | None) -> set[str]:
    properties = (schema or {}).get("properties")
    return set(properties) if isinstance(properties, Mapping) else set()
