"""Calls and answers as OpenAI's chat completions write them."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..calls import Asked, CallResult, Message
from .reading import asked, objects


class OpenAIShape:
    """`tool_calls` in an assistant's message, one message of role `tool` for each answer."""

    format = "openai"

    def is_written_in(self, message: Message) -> bool:
        return bool(message.get("tool_calls"))

    def calls(self, message: Message) -> list[Asked]:
        if message.get("role", "assistant") != "assistant":
            return []
        written = ((call.get("id"), _function(call)) for call in objects(message.get("tool_calls")))
        return asked((given, function.get("name"), function.get("arguments")) for given, function in written)

    def answers(self, message: Message, results: Sequence[CallResult]) -> list[dict[str, Any]]:
        return [{"role": "tool", "tool_call_id": result.id, "content": result.text} for result in results]

    def is_from_user(self, message: Message) -> bool:
        return message.get("role") == "user"


def _function(call: Mapping[str, Any]) -> Mapping[str, Any]:
    function = call.get("function")
    return function if isinstance(function, Mapping) else {}
