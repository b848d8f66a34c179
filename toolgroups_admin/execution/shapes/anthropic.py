"""Calls and answers as Anthropic's messages write them."""

from collections.abc import Sequence
from typing import Any

from ..calls import Asked, CallResult, Message
from .reading import asked, objects, parts


class AnthropicShape:
    """`tool_use` parts of an assistant's message, all answered by one user message of `tool_result` parts."""

    format = "anthropic"

    def is_written_in(self, message: Message) -> bool:
        return bool(parts(message, "content", "tool_use"))

    def calls(self, message: Message) -> list[Asked]:
        if message.get("role", "assistant") != "assistant":
            return []
        written = parts(message, "content", "tool_use")
        return asked((part.get("id"), part.get("name"), part.get("input")) for part in written)

    def answers(self, message: Message, results: Sequence[CallResult]) -> list[dict[str, Any]]:
        return [{"role": "user", "content": [_part(result) for result in results]}] if results else []

    def is_from_user(self, message: Message) -> bool:
        content = objects(message.get("content"))
        only_answers = bool(content) and all(part.get("type") == "tool_result" for part in content)
        return message.get("role") == "user" and not only_answers


def _part(result: CallResult) -> dict[str, Any]:
    part = {"type": "tool_result", "tool_use_id": result.id, "content": result.text}
    return {**part, "is_error": True} if result.failed else part
