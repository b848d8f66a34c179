"""JSON values from outside: their types by name, and what may not be in them."""

from collections.abc import Iterator
from itertools import repeat
from typing import Any

from .paths import at

_SCALARS = frozenset({type(None), bool, int, float})
_NAMES = {
    type(None): "null",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}


def type_name(value: Any) -> str:
    """What a person calls the value's JSON type."""
    return _NAMES.get(type(value), f"a Python {type(value).__name__}")


def is_number(value: Any) -> bool:
    """An int or a float; booleans are no numbers here (contract 4)."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def has_lone_surrogate(text: str) -> bool:
    """True when the text cannot be written as UTF-8."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def is_plain(value: Any, depth: int) -> bool:
    """Whether `json_problems` surely finds nothing: the quick answer for what nearly all values are."""
    kind = type(value)
    if kind is str:
        return value.isascii() or not has_lone_surrogate(value)
    if kind is dict:
        if depth <= 0:
            return False
        for name, item in value.items():
            if type(name) is not str or not (name.isascii() or not has_lone_surrogate(name)):
                return False
            if not is_plain(item, depth - 1):
                return False
        return True
    if kind is list:
        return depth > 0 and all(map(is_plain, value, repeat(depth - 1)))
    return kind in _SCALARS


def json_problems(value: Any, path: str, *, depth: int) -> Iterator[tuple[str, str, Any]]:
    """What keeps a value from being plain JSON of at most `depth` levels: (code, path, value) each.

    Codes: `lone_surrogate`, `too_deep`, `not_json`.
    """
    if isinstance(value, str):
        yield from _text_problems(value, path)
    elif isinstance(value, dict | list):
        if depth <= 0:
            yield "too_deep", path, value
            return
        for step, item in value.items() if isinstance(value, dict) else enumerate(value):
            if not isinstance(step, str | int) or (isinstance(value, dict) and not isinstance(step, str)):
                yield "not_json", path, step
                continue
            if isinstance(step, str):
                yield from _text_problems(step, path)
            yield from json_problems(item, at(path, step), depth=depth - 1)
    elif value is not None and not isinstance(value, bool | int | float):
        yield "not_json", path, value


def _text_problems(text: str, path: str) -> Iterator[tuple[str, str, Any]]:
    if has_lone_surrogate(text):
        yield "lone_surrogate", path, text
