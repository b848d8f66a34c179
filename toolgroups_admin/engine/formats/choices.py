"""`tool_choice` in the words of each provider."""

from collections.abc import Callable, Mapping
from typing import Any, Final

# Choices by word, and what names one tool by the name under which it is sent. MCP has no choice.
_WORDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "openai": {"auto": "auto", "none": "none", "required": "required"},
    "openai-responses": {"auto": "auto", "none": "none", "required": "required"},
    "anthropic": {"auto": {"type": "auto"}, "none": {"type": "none"}, "required": {"type": "any"}},
    "gemini": {
        "auto": {"functionCallingConfig": {"mode": "AUTO"}},
        "none": {"functionCallingConfig": {"mode": "NONE"}},
        "required": {"functionCallingConfig": {"mode": "ANY"}},
    },
}
_ONE: Final[Mapping[str, Callable[[str], Any]]] = {
    "openai": lambda name: {"type": "function", "function": {"name": name}},
    "openai-responses": lambda name: {"type": "function", "name": name},
    "anthropic": lambda name: {"type": "tool", "name": name},
    "gemini": lambda name: {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": [name]}},
}


def has_choices(format: str) -> bool:
    """False for a format that knows no choice of tools."""
    return format in _WORDS


def choice_word(word: str, format: str) -> Any:
    """`auto`, `none` or `required` for a format that has choices."""
    return _WORDS[format][word]


def choice_of_tool(sent_as: str, format: str) -> Any:
    """The choice of the one tool that is sent under this name, for a format that has choices."""
    return _ONE[format](sent_as)
