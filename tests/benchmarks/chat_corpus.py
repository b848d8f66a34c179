"""The chats of the benchmark: a prompt with a group of ten tools, and a model that calls one of them twice."""

import json
from typing import Any, Final

from tests.engine.building import contains, document, group
from toolgroups_admin.execution import tool

PROMPT: Final = "p"
ROUNDS: Final = 2  # of tools, so that a chat asks the model once more
MODEL_CALLS: Final = ROUNDS + 1


@tool
async def step(number: int) -> int:
    """The next number."""
    return number + 1


def written() -> dict[str, Any]:
    """A document with one group that hits, with ten tools."""
    tools = [_entry("step" if place == 0 else f"step_{place}") for place in range(10)]
    return document(group("steps", *tools, matcher=contains("Please"), system_prompt="Use tools."))


def question(number: int) -> bytes:
    """The body of a chat."""
    messages = [{"role": "user", "content": f"Please, step on from {number}."}]
    return json.dumps({"model": "m", "messages": messages}).encode()


def said(body: bytes) -> bytes:
    """What the model says to a body: a call until it has seen the answers of all rounds."""
    done = body.count(b'"tool_call_id"')
    message: dict[str, Any] = {"role": "assistant", "content": "So it is."}
    if done < ROUNDS:
        function = {"name": "step", "arguments": json.dumps({"number": done})}
        call = {"id": f"call_{done}", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    finish = "tool_calls" if done < ROUNDS else "stop"
    choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m"}
    return json.dumps(head | {"choices": [choice], "usage": usage}).encode()


def _entry(name: str) -> dict[str, Any]:
    parameters = {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]}
    executor = {"kind": "python", "function": "step"}
    return {"key": name, "description": f"Does {name}.", "parameters": parameters, "executor": executor}
