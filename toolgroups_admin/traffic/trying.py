"""Trying a tool: one call of the draft's tool, as it would be made, with what it sent and what came back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.candidates import candidate
from toolgroups_admin.catalog.mapping import objects_of
from toolgroups_admin.catalog.models import Kind
from toolgroups_admin.catalog.models import Tool as ToolRow
from toolgroups_admin.engine import Tool, compile_catalog
from toolgroups_admin.execution import (
    CallResult,
    Limits,
    ToolCallingManager,
    ToolFailed,
    shown_request,
    tool_context_of,
)
from toolgroups_admin.releases.models import Environment

from .destinations import Destinations, destinations_of
from .recording import Circumstances, record_calls

CALL: Final = "try"
SECONDS: Final = 20.0  # unless the tool has its own
MASK: Final = "******"
SHORTEST_SECRET: Final = 4


@dataclass(frozen=True, slots=True)
class Tried:
    """What was sent, as JSON and without secrets (empty when nothing was), and what came of it."""

    request: str
    result: CallResult
    text: str


def try_tool(
    row: ToolRow,
    environment: Environment,
    arguments: Mapping[str, Any],
    *,
    prompt: str = "",
    tool_context: Mapping[str, Any] | None = None,
    by: User,
) -> Tried:
    """Calls the tool once, for real, and records it; raises `Refused` when connections cannot be read."""
    tool, found = compiled(row), destinations_of(environment.name)
    kept = found.context_of(prompt) if prompt else {}
    context = tool_context_of(kept, tool_context or {})
    manager = replace(found.manager, limits=Limits(seconds=SECONDS))
    executed = manager.execute(
        [],
        _asked("tool", arguments),
        {"tool": tool},
        context,
        connections=found.connections,
        throw_on_tool_error=False,
    )
    [result] = executed.results
    circumstances = Circumstances(environment=environment.name, release=None, prompt=prompt, by=by.pk)
    record_calls([result], {CALL: arguments}, {row.key: tool.executor["kind"]}, circumstances=circumstances)
    return Tried(_request(tool, arguments, context, found), result, _without(result.text, kept))


def shown_call(row: ToolRow, arguments: Mapping[str, Any]) -> Tried:
    """The call of a tool that the caller runs, as the caller gets it, or what is wrong with the arguments; calls nothing."""
    tool = compiled(row)
    asked = _asked(tool.name, arguments)
    [result] = ToolCallingManager(executors={}).execute([], asked, {tool.name: tool}).results
    call = "" if result.failed else json.dumps(asked["tool_calls"][0], ensure_ascii=False, indent=2)
    return Tried(call, result, result.text)


def compiled(row: ToolRow) -> Tool:
    """The tool as the draft has it. Its rule is for others: who tries it wants it called."""
    members = {**objects_of(ToolRow, [row.pk])[row.pk], "allow": None}
    return compile_catalog(candidate(Kind.TOOL, members)).tools[row.key]


def _asked(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A message in which a model calls the tool."""
    written = json.dumps(arguments, ensure_ascii=False)
    call = {"id": CALL, "type": "function", "function": {"name": name, "arguments": written}}
    return {"role": "assistant", "tool_calls": [call]}


def _request(tool: Tool, arguments: Mapping[str, Any], context: Mapping[str, Any], found: Destinations) -> str:
    """With stars for all that the context holds; nothing where these do not fit, as in place of a number."""
    try:
        shown = shown_request(tool, arguments, dict.fromkeys(context, MASK), found.connections)
    except ToolFailed:
        return ""
    return json.dumps(shown, ensure_ascii=False, indent=2, default=str)


def _without(text: str, kept: Mapping[str, Any]) -> str:
    """An answer that says what the environment's context holds has stars there."""
    for value in kept.values():
        if isinstance(value, str) and len(value) >= SHORTEST_SECRET:
            text = text.replace(value, MASK)
    return text
