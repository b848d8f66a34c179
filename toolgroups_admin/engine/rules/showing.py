"""Values as evidence shows them: plain, bounded, and safe to write as JSON."""

import json
import math
from collections.abc import Mapping
from itertools import islice
from reprlib import Repr
from typing import Any

SHOWN_CHARACTERS = 200
_SHOWN_ITEMS = 8
_SHOWN_LEVELS = 3
_JSON_INTEGER_BITS = 63
_CUT = "…"
_repr = Repr()
_repr.maxother = SHOWN_CHARACTERS


def shortened(value: Any) -> Any:
    """The value itself when it is small and plain JSON; otherwise a text of at most 200 characters that shows it.

    Never raises, whatever the object does when it is looked at.
    """
    try:
        plain = _bounded(value, _SHOWN_LEVELS)
        if not isinstance(plain, dict | list):
            return plain
        text = json.dumps(plain, ensure_ascii=False)
        return plain if len(text) <= SHOWN_CHARACTERS else cut(text)
    except Exception:  # noqa: BLE001 - an object that an interceptor put there may run code of its own
        return cut(f"a Python {type(value).__name__}")


def cut(text: str) -> str:
    """At most 200 characters of a text, with the cut marked."""
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + _CUT


def error_words(error: BaseException) -> str:
    """The type and text of an error, at most 200 characters; never raises, though an error may fail at saying what it is."""
    try:
        return cut(f"{type(error).__name__}: {error}")
    except Exception:  # noqa: BLE001 - whoever wrote the error may have made a mistake in that, too
        return type(error).__name__


def _bounded(value: Any, levels: int) -> Any:
    if isinstance(value, str):
        return cut(str(value))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return _number(value)
    if not isinstance(value, Mapping | list | tuple):
        return cut(_repr.repr(value))
    if not levels:
        return _CUT
    more = len(value) > _SHOWN_ITEMS
    if isinstance(value, Mapping):
        shown = {cut(str(name)): _bounded(item, levels - 1) for name, item in islice(value.items(), _SHOWN_ITEMS)}
        return shown | {_CUT: _CUT} if more else shown
    return [_bounded(item, levels - 1) for item in value[:_SHOWN_ITEMS]] + ([_CUT] if more else [])


def _number(value: float) -> Any:
    if isinstance(value, int):
        return int(value) if value.bit_length() <= _JSON_INTEGER_BITS else cut(f"{value:#x}")
    return float(value) if math.isfinite(value) else repr(float(value))
