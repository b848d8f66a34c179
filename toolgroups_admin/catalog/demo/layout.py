"""JSON laid out for a terminal: what fits stays on one line."""

import json
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

INDENT = "  "


def laid_out(value: Any, *, columns: int, before: str = "", after: str = "") -> Iterator[str]:
    """Lines of JSON text; a list or object is broken into its items only when it is wider than the columns."""
    line = before + json.dumps(value, ensure_ascii=False) + after
    if not isinstance(value, dict | list) or not value or columns_of(line) <= columns:
        yield line
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    yield before + opening
    for name, item, comma in _items(value):
        for inner in laid_out(item, columns=columns - len(INDENT), before=name, after=comma):
            yield INDENT + inner
    yield closing + after


def columns_of(text: str) -> int:
    """How many columns a text takes in a terminal, where a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _items(value: dict[str, Any] | list[Any]) -> Iterable[tuple[str, Any, str]]:
    pairs = list(value.items()) if isinstance(value, dict) else [(None, item) for item in value]
    for place, (name, item) in enumerate(pairs, start=1):
        label = "" if name is None else json.dumps(name, ensure_ascii=False) + ": "
        yield label, item, "," if place < len(pairs) else ""
