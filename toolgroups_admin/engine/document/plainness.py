"""What keeps a Python value from being the plain JSON of a document, found without recursion."""

from collections.abc import Iterator
from math import isfinite
from typing import Any

from ..faults import Fault, gettext_noop
from ..paths import ROOT, at
from ..values import has_lone_surrogate, type_name
from . import limits

# Where a value stands: the place of the list or object that holds it, and its step in there. Paths are spelled only for faults.
Place = tuple["Place", str | int] | None
Problem = tuple[str, Place, Any]


def plainness_faults(value: Any, path: str, *, depth: int = limits.DEPTH) -> list[Fault]:
    """Everything in `value` that a document may not hold; with none, the value is plain JSON within the limits.

    `path` is the value's own; `depth` counts the lists and objects that may stand in each other. Says once that a
    value is too deep or too large, and stops looking below there.
    """
    if _is_surely_plain(value, depth):
        return []
    return [_fault(code, at(path, *_steps(place)), found, depth) for code, place, found in _problems(value, depth)]


def showable(value: Any) -> Any:
    """The value itself where a fault can show it, else the name of its type."""
    return type_name(value) if plainness_faults(value, ROOT, depth=limits.FREE_DEPTH) else value


def _is_surely_plain(value: Any, depth: int) -> bool:
    """A quick look, level by level, without saying where something is; false says nothing yet."""
    texts: list[Any] = []
    level, levels, seen = [value], depth, 1
    while level and seen <= limits.OBJECT_VALUES:
        below: list[Any] = []
        for found in level:
            kind = type(found)
            if kind is str:
                texts.append(found)
            elif kind is dict and levels:
                texts.extend(found)
                below.extend(found.values())
            elif kind is list and levels:
                below.extend(found)
            elif found is not None and kind is not bool and any(_scalar_problems(found, None)):
                return False
        level, levels, seen = below, levels - 1, seen + len(below)
    return not level and _are_clean(texts)


def _are_clean(texts: list[Any]) -> bool:
    try:
        together = "".join(texts)
    except TypeError:  # the name of a member is not text
        return False
    return not any(_text_problems(together, None))


def _problems(value: Any, depth: int) -> Iterator[Problem]:
    waiting: list[tuple[Any, Place, int]] = [(value, None, depth)]
    seen, deep = 1, False
    while waiting:
        found, place, levels = waiting.pop()
        if not isinstance(found, dict | list):
            yield from _scalar_problems(found, place)
        elif levels <= 0:
            if not deep:
                yield "too_deep", place, type_name(found)
            deep = True
        elif (seen := seen + len(found)) > limits.OBJECT_VALUES:
            yield "too_large", place, type_name(found)
            return
        else:
            yield from _key_problems(found, place)
            waiting.extend(reversed([(item, (place, step), levels - 1) for step, item in _named_items(found)]))


def _named_items(found: dict[Any, Any] | list[Any]) -> Iterator[tuple[str | int, Any]]:
    """The items with their steps; those without a usable name are left to the fault of their name."""
    if isinstance(found, list):
        yield from enumerate(found)
    else:
        for name, item in found.items():
            if isinstance(name, str) and not any(_text_problems(name, None)):
                yield name, item


def _key_problems(found: dict[Any, Any] | list[Any], place: Place) -> Iterator[Problem]:
    for key in found if isinstance(found, dict) else ():
        if isinstance(key, str):
            yield from _text_problems(key, place)
        else:
            yield "key_not_text", place, repr(key)


def _scalar_problems(found: Any, place: Place) -> Iterator[Problem]:
    if isinstance(found, str):
        yield from _text_problems(found, place)
    elif isinstance(found, float):
        if not isfinite(found):
            yield "not_finite", place, found
    elif isinstance(found, int):
        if found.bit_length() > limits.INTEGER_BITS:
            yield "number_too_large", place, f"{found.bit_length()} bits"
    elif found is not None:
        yield "not_json", place, type_name(found)


def _text_problems(text: str, place: Place) -> Iterator[Problem]:
    if "\0" in text:
        yield "nul_character", place, text
    if has_lone_surrogate(text):
        yield "lone_surrogate", place, text


def _steps(place: Place) -> list[str | int]:
    steps: list[str | int] = []
    while place is not None:
        place, step = place
        steps.append(step)
    steps.reverse()
    return steps


def _fault(code: str, path: str, value: Any, depth: int) -> Fault:
    template, remedy, limit = _WORDS[code]
    return Fault(code, path, value, template, remedy, {"limit": depth if code == "too_deep" else limit})


_WORDS = {
    "too_deep": (
        gettext_noop("Lists and objects stand in each other too deeply"),
        gettext_noop("Keep to {limit} levels; move a part into a shared rule."),
        limits.DEPTH,
    ),
    "too_large": (
        gettext_noop("This object holds too many values"),
        gettext_noop("Keep to {limit} values in one object; split it."),
        limits.OBJECT_VALUES,
    ),
    "key_not_text": (
        gettext_noop("The name of a member is not text"),
        gettext_noop("Write every member's name as text."),
        None,
    ),
    "not_finite": (
        gettext_noop("This number is not finite, which JSON cannot hold"),
        gettext_noop("Write a finite number."),
        None,
    ),
    "number_too_large": (
        gettext_noop("This whole number is too large"),
        gettext_noop("Write it as text, or keep to {limit} bits."),
        limits.INTEGER_BITS,
    ),
    "not_json": (
        gettext_noop("This value is no JSON"),
        gettext_noop("Use text, numbers, true, false, null, lists and objects only."),
        None,
    ),
    "nul_character": (
        gettext_noop("The character U+0000 stands in this text or member name"),
        gettext_noop("Take the character out."),
        None,
    ),
    "lone_surrogate": (
        gettext_noop("Half a surrogate pair stands in this text or member name, so that it cannot be written as UTF-8"),
        gettext_noop("Write the whole character, or take the half out."),
        None,
    ),
}
UNPLAIN = frozenset(_WORDS)  # the codes of these faults
