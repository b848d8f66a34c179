"""Calls and answers as Gemini's contents write them, in camel case or, as some clients do, in snake case."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..calls import Asked, CallResult, Message
from .reading import asked, objects

_SPELLINGS = (("functionCall", "functionResponse"), ("function_call", "function_response"))


class GeminiShape:
    """`functionCall` parts of a model's content, all answered by one user content; ids are given back when there are any."""

    format = "gemini"

    def is_written_in(self, message: Message) -> bool:
        return any(_written(message, call) for call, _ in _SPELLINGS)

    def calls(self, message: Message) -> list[Asked]:
        if message.get("role", "model") not in ("model", "assistant"):
            return []
        written = [call for spelling, _ in _SPELLINGS for call in _written(message, spelling)]
        return asked((call.get("id"), call.get("name"), call.get("args")) for call in written)

    def answers(self, message: Message, results: Sequence[CallResult]) -> list[dict[str, Any]]:
        spelling = next((answer for call, answer in _SPELLINGS if _written(message, call)), "functionResponse")
        return [{"role": "user", "parts": [{spelling: _response(result)} for result in results]}] if results else []

    def is_from_user(self, message: Message) -> bool:
        parts = objects(message.get("parts"))
        only_answers = bool(parts) and all(any(answer in part for _, answer in _SPELLINGS) for part in parts)
        return message.get("role") == "user" and not only_answers


def _written(message: Message, spelling: str) -> list[Mapping[str, Any]]:
    return [call for part in objects(message.get("parts")) if isinstance(call := part.get(spelling), Mapping)]


def _response(result: CallResult) -> dict[str, Any]:
    said = {"error": result.text} if result.failed else {"result": result.text}
    own_id = {"id": result.id} if result.has_id else {}
    return {**own_id, "name": result.name, "response": said}
