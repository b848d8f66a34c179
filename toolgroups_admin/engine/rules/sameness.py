"""Equality as contract 4 has it: strictly typed, deep, and with numbers as one type."""

from collections.abc import Mapping
from typing import Any, Final, Literal

Kind = Literal["null", "text", "flag", "number", "list", "object"]

_KINDS: Final[Mapping[type, Kind]] = {
    type(None): "null",
    str: "text",
    bool: "flag",
    int: "number",
    float: "number",
    list: "list",
    tuple: "list",
    dict: "object",
}


def kind_of(value: Any) -> Kind | None:
    """The JSON type of a value; booleans are no numbers, tuples are lists; None for what JSON does not have."""
    return _KINDS.get(type(value)) or _kind_of_subtype(value)


def same(value: Any, expected: Any, *, ignore_case: bool = False) -> bool:
    """True when both are one JSON value: `true`, `1` and `"1"` differ, `1` and `1.0` do not, lists and objects deeply.

    Ignoring case acts on texts, also inside lists and objects, never on member names. NaN is the same as nothing.
    """
    kind = kind_of(value)
    if kind is None or kind != kind_of(expected):
        return False
    if kind == "list":
        return len(value) == len(expected) and all(
            same(one, other, ignore_case=ignore_case) for one, other in zip(value, expected, strict=True)
        )
    if kind == "object":
        return len(value) == len(expected) and all(
            name in value and same(value[name], item, ignore_case=ignore_case) for name, item in expected.items()
        )
    if kind == "text" and ignore_case:
        return bool(value.lower() == expected.lower())
    return bool(value == expected)


def _kind_of_subtype(value: Any) -> Kind | None:
    if isinstance(value, str):
        return "text"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, list | tuple):
        return "list"
    return "object" if isinstance(value, Mapping) else None
