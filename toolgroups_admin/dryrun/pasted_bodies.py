"""The bodies of model providers as parts of a context: what is odd stays as it is, for the engine to name its place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]

CHOICES = {"auto": "auto", "none": "none", "required": "required", "any": "required"}
TEXT_PARTS = ("text", "input_text", "output_text")


@dataclass(slots=True)
class Taken:
    """What a body says; every other member of it is an option of the model."""

    messages: Any = field(default_factory=list)
    tools: Any = field(default_factory=list)
    tool_choice: Any = None
    streaming: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def context(self) -> dict[str, Any]:
        """The members of a context, but for the options."""
        said = {"messages": self.messages, "tools": self.tools, "tool_choice": self.tool_choice}
        context = {name: value for name, value in said.items() if name == "messages" or value not in (None, [])}
        return {**context, "streaming": True} if self.streaming else context


def from_openai(body: Json) -> Taken:
    """A body of Chat Completions."""
    taken = _taken(body, "messages")
    taken.messages = body["messages"]
    _take_tools(taken, body.get("tools"), lambda tool: tool.get("function"))
    taken.tool_choice = _choice(body.get("tool_choice"))
    return taken


def from_responses(body: Json) -> Taken:
    """A body of Responses: its instructions are the system message, its items the messages."""
    taken = _taken(body, "input", "instructions")
    items = body["input"]
    if isinstance(items, str):
        items = [{"role": "user", "content": items}]
    taken.messages = _system(body.get("instructions")) + _each(items, "input", _message_of_item, taken)
    _take_tools(taken, body.get("tools"), lambda tool: tool if tool.get("type", "function") == "function" else None)
    taken.tool_choice = _choice(body.get("tool_choice"))
    return taken


def from_anthropic(body: Json) -> Taken:
    """A body of Messages: its `system` is the first message."""
    taken = _taken(body, "messages", "system", "anthropic_version")
    messages = body["messages"]
    taken.messages = [*_system(body.get("system")), *messages] if isinstance(messages, list) else messages
    _take_tools(taken, body.get("tools"), lambda tool: tool if "input_schema" in tool else None)
    taken.tool_choice = _choice(body.get("tool_choice"))
    return taken


def from_gemini(body: Json) -> Taken:
    """A body of generateContent: its contents are the messages, in the roles of ours."""
    taken = _taken(body, "contents", "systemInstruction", "system_instruction", "toolConfig", "generationConfig")
    taken.options |= _object(body.get("generationConfig"))
    instruction = _object(body.get("systemInstruction") or body.get("system_instruction"))
    taken.messages = _system(_joined(instruction.get("parts")))
    taken.messages += _each(body["contents"], "contents", _message_of_content, taken)
    tools = body.get("tools")
    declared = [_object(tool).get("functionDeclarations") for tool in tools] if isinstance(tools, list) else []
    _take_tools(taken, [each for listed in declared for each in listed or ()], lambda tool: tool)
    calling = _object(_object(body.get("toolConfig")).get("functionCallingConfig"))
    names = calling.get("allowedFunctionNames")
    taken.tool_choice = {"tool": names[0]} if names else _choice(str(calling.get("mode", "")).lower() or None)
    return taken


def _taken(body: Json, *own: str) -> Taken:
    elsewhere = {*own, "tools", "tool_choice", "stream"}
    options = {name: value for name, value in body.items() if name not in elsewhere}
    return Taken(options=options, streaming=body.get("stream") is True)


def _take_tools(taken: Taken, tools: Any, definition: Any) -> None:
    """Each function of the list as a tool sent with the request; what is no function is left out."""
    if not isinstance(tools, list):
        taken.tools = tools
        return
    for place, tool in enumerate(tools):
        found = definition(tool) if isinstance(tool, dict) else None
        if not isinstance(found, dict):
            taken.left_out.append(f"tools[{place}]")
            continue
        schema = found.get("parameters", found.get("input_schema"))
        members = {"name": found.get("name"), "description": found.get("description"), "parameters": schema}
        taken.tools.append({name: value for name, value in members.items() if name == "name" or value is not None})


def _choice(choice: Any) -> Any:
    """A choice of tools in our words; what is none of theirs stays as it is."""
    if isinstance(choice, str):
        return CHOICES.get(choice, choice)
    if not isinstance(choice, dict):
        return choice
    name = choice.get("name", _object(choice.get("function")).get("name"))
    if isinstance(name, str):
        return {"tool": name}
    kind = choice.get("type")
    return CHOICES.get(kind, choice) if isinstance(kind, str) else choice


def _each(items: Any, member: str, read: Any, taken: Taken) -> list[Any]:
    """The message of each item; an item that is none is left out, what is no list is one message for the engine."""
    if not isinstance(items, list):
        return [items]
    messages = []
    for place, item in enumerate(items):
        message = read(item) if isinstance(item, dict) else item
        if message is None:
            taken.left_out.append(f"{member}[{place}]")
        else:
            messages.append(message)
    return messages


def _message_of_item(item: Json) -> Json | None:
    kind = item.get("type", "message")
    if kind == "message":
        members = {name: value for name, value in item.items() if name not in ("type", "id", "status")}
        return {**members, "content": _joined(item.get("content"))}
    if kind == "function_call":
        function = {"name": item.get("name"), "arguments": item.get("arguments")}
        call = {"id": item.get("call_id"), "type": "function", "function": function}
        return {"role": "assistant", "content": None, "tool_calls": [call]}
    if kind == "function_call_output":
        return {"role": "tool", "tool_call_id": item.get("call_id"), "content": item.get("output")}
    return None


def _message_of_content(content: Json) -> Json:
    role = content.get("role", "user")
    return {"role": "assistant" if role == "model" else role, "content": _joined(content.get("parts"))}


def _joined(parts: Any) -> Any:
    """One text for parts that are all text, as the engine joins them; other parts as they are."""
    if not isinstance(parts, list) or not all(_is_text(part) for part in parts):
        return parts
    return "\n".join(part["text"] for part in parts)


def _is_text(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("text"), str) and part.get("type", "text") in TEXT_PARTS


def _system(content: Any) -> list[Any]:
    return [{"role": "system", "content": content}] if content else []


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
