"""Values of a context as the CEL library can take them: one that it cannot take spoils only itself."""

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...values import has_lone_surrogate

MOST_LEVELS = 64

_UNREADABLE = re.compile("[\0\ud800-\udfff]")
_LEAST, _MOST = -(1 << 63), (1 << 64) - 1


def plain(value: Any, levels: int = MOST_LEVELS) -> Any:
    """The value in the library's types.

    Null members of objects are left out, as missing is the same as null (design §4). Whole numbers over 64 bits become
    floating-point ones, U+0000 and lone surrogates
    U+FFFD, tuples and sets lists. Anything else, and what lies too deep, becomes
    null: it is there, yet no operator but `==` and `!=` takes it.
    """
    kind = type(value)
    if kind is str:
        return plain_text(value)
    if kind is bool or kind is float:
        return value
    if kind is int:
        return value if _LEAST <= value <= _MOST else _float(value)
    if value is None or not levels:
        return None
    return _compound(value, kind, levels - 1)


def plain_members(members: Iterable[tuple[Any, Any]], levels: int = MOST_LEVELS) -> dict[str, Any]:
    """An object in the library's types, without its null members and without those whose name is no text."""
    return {
        plain_text(str.__str__(name)): plain(value, levels)
        for name, value in members
        if value is not None and isinstance(name, str)
    }


def plain_text(text: str) -> str:
    """The text, each lone surrogate and U+0000, where the library would cut it off, as U+FFFD."""
    if "\0" in text or has_lone_surrogate(text):
        return _UNREADABLE.sub("\ufffd", text)
    return text


def _compound(value: Any, kind: type, levels: int) -> Any:
    if issubclass(kind, list | tuple):
        return [plain(item, levels) for item in value]
    if issubclass(kind, Mapping):
        return plain_members(value.items(), levels)
    if issubclass(kind, set | frozenset):
        return [plain(item, levels) for item in sorted(value, key=repr)]
    if issubclass(kind, str):
        return plain_text(str.__str__(value))
    if issubclass(kind, int):
        return plain(int.__index__(value))
    return float.__float__(value) if issubclass(kind, float) else None


def _float(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
