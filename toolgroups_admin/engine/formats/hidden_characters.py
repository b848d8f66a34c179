"""Characters that a person does not see and a model reads (field case 22)."""

import re
from collections.abc import Iterator
from typing import Any

from .repairs import Path

_HIDDEN = re.compile("[\u200b-\u200d\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
_SHOWN_PLACES = 5


def hidden_characters(text: str) -> tuple[tuple[int, str], ...]:
    """Each hidden character of a text: its place in code points, and its name as `U+200B`."""
    if text.isascii():
        return ()
    return tuple((found.start(), f"U+{ord(found.group()):04X}") for found in _HIDDEN.finditer(text))


def hidden_in(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Where texts and names of a JSON value hold hidden characters: the path of each, and words that say which.

    The value is at most as deep as a document may be; what lies deeper than 64 levels is not looked at.
    """
    if isinstance(value, str):
        if found := hidden_characters(value):
            yield path, _in_words(found)
    elif isinstance(value, dict | list) and len(path) < 64:
        for step, item in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(step, str) and (found := hidden_characters(step)):
                yield (*path, step), _in_words(found)
            yield from hidden_in(item, (*path, step))


def _in_words(found: tuple[tuple[int, str], ...]) -> str:
    places = ", ".join(f"{name} at {place}" for place, name in found[:_SHOWN_PLACES])
    more = len(found) - _SHOWN_PLACES
    return f"hidden characters: {places}" + (f" and {more} more" if more > 0 else "")
