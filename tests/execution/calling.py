"""Builders that read like sentences: a model asks for tools, a manager with these functions executes."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from toolgroups_admin.engine import Tool
from toolgroups_admin.execution import Functions, ToolCallingManager, ToolExecutionResult, manager

Json = dict[str, Any]
USER: Json = {"role": "user", "content": "Please."}


def call(name: str, arguments: Any = None, id: str | None = None) -> Json:
    """One call as OpenAI writes it; the arguments are written as JSON unless they are text or nothing."""
    written = arguments if arguments is None or isinstance(arguments, str) else json.dumps(arguments)
    return {"id": id or f"id-{name}", "type": "function", "function": {"name": name, "arguments": written}}


def asks(*calls: Json) -> Json:
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def function(body: Callable[..., Any], *, name: str = "", **members: Any) -> Tool:
    """A tool as a document has it whose function is `body`, taking any arguments unless `parameters` says more."""
    executor = {"kind": "python", "function": name or body.__name__}
    executor |= {each: members.pop(each) for each in ("timeout", "idempotent", "context_keys") if each in members}
    return Tool(key=name or body.__name__, name=name or body.__name__, executor=executor, **members)


def client_tool(name: str, **members: Any) -> Tool:
    return Tool(key=name, name=name, **members)


class Bench:
    """A manager with these functions, and tools of the same names which the model is offered."""

    def __init__(self, *functions: Any, tools: Sequence[Tool] = (), **members: Any) -> None:
        self.functions = Functions(*functions) if functions else Functions()
        self.manager: ToolCallingManager = manager(functions=self.functions, **members)
        own = {tool.name for tool in tools}
        self.tools = [*tools, *(each.tool() for name, each in self.functions.items() if name not in own)]

    def execute(
        self, *calls: Json, context: Mapping[str, Any] | None = None, messages: Sequence[Json] = (USER,), **options: Any
    ) -> ToolExecutionResult:
        return self.manager.execute(messages, asks(*calls), self.tools, context, **options)

    def texts(self, *calls: Json, **options: Any) -> list[str]:
        return [result.text for result in self.execute(*calls, **options).results]

    def outcomes(self, *calls: Json, **options: Any) -> list[str]:
        return [result.outcome for result in self.execute(*calls, **options).results]
