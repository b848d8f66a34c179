"""The shapes in which providers write calls and take answers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from ..calls import Asked, CallResult, Message
from .anthropic import AnthropicShape
from .gemini import GeminiShape
from .openai import OpenAIShape


class Shape(Protocol):
    """How one provider writes calls, answers and what a user says. `format` is the engine's name for it."""

    @property
    def format(self) -> str: ...

    def is_written_in(self, message: Message) -> bool:
        """Whether the message has calls, or could only be of this shape."""

    def calls(self, message: Message) -> list[Asked]:
        """The calls of an assistant's message in order; none in any other message."""

    def answers(self, message: Message, results: Sequence[CallResult]) -> list[dict[str, Any]]:
        """The messages that answer these calls of this message."""

    def is_from_user(self, message: Message) -> bool:
        """Whether a person says something in it, rather than a tool."""


SHAPES: tuple[Shape, ...] = (OpenAIShape(), AnthropicShape(), GeminiShape())


def shape_of(message: Message) -> Shape:
    """The shape of an assistant's message; that of OpenAI when it has no calls."""
    return next((shape for shape in SHAPES if shape.is_written_in(message)), SHAPES[0])


def calls_of(message: Message) -> list[Asked]:
    """The calls of a message in whatever shape."""
    return shape_of(message).calls(message) if isinstance(message, Mapping) else []


def calls_of_turn(messages: Iterable[Message], shape: Shape) -> list[Asked]:
    """The calls since a user last said something."""
    calls: list[Asked] = []
    for message in messages:
        if shape.is_from_user(message):
            calls.clear()
        else:
            calls.extend(shape.calls(message))
    return calls
