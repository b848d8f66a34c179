"""JSON text from outside: decoded fast, and when it is malformed, where and why in words."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from math import isinf
from typing import Any

import msgspec

from .errors import EngineError, InvalidDocument
from .faults import Fault, gettext_noop
from .paths import ROOT, at

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_decode = msgspec.json.Decoder().decode
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_TEXT_OR_NUMBER = re.compile(r'"(?:\\.|[^"\\])*"|(-?[0-9][0-9.eE+-]*)')
_MOST_DIGITS = 4300  # Python's own limit
_BYTE = re.compile(r" \(byte (\d+)\)")


class MalformedJSON(EngineError):
    """Bytes that are no JSON text; `line` and `column` count characters from 1."""

    def __init__(self, reason: str, line: int, column: int) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        super().__init__(f"line {line}, column {column}: {reason}")


def decode_json(data: bytes, *, depth: int | None = None) -> Any:
    """The value of a JSON text in UTF-8; of members named twice in one object the last stands.

    Raises MalformedJSON with the place, also for NaN, half surrogate pairs and nesting too deep to be read, or deeper
    than `depth`, where what is read shall be walked through and written again.
    """
    data = data.removeprefix(BYTE_ORDER_MARK)
    try:
        value = _decode(data)
    except RecursionError:
        raise _too_deep() from None
    except msgspec.DecodeError as error:
        raise _explained(data, str(error)) from None
    if depth is not None and data.count(b"[") + data.count(b"{") > depth and _is_deeper(value, depth):
        raise _too_deep()
    return value


def decode_document(data: bytes) -> Any:
    """The value of a document's JSON text, in which no object names a member twice, so that no edit is lost unseen.

    Raises MalformedJSON, and InvalidDocument with a fault for each member that stands twice.
    """
    document = decode_json(data)
    if faults := _named_twice(_marked(data.removeprefix(BYTE_ORDER_MARK))):
        raise InvalidDocument(faults)
    return document


def _is_deeper(value: Any, depth: int) -> bool:
    level = [value]
    for _ in range(depth):
        inner = (item for each in level for item in (each.values() if isinstance(each, dict) else each))
        level = [item for item in inner if isinstance(item, dict | list)]
        if not level:
            return False
    return True


class _Members(dict[str, Any]):
    """An object that remembers which names it was given more than once."""

    def __init__(self, pairs: Iterable[tuple[str, Any]]) -> None:
        pairs = list(pairs)
        super().__init__(pairs)
        self.twice: list[str] = []
        if len(pairs) > len(self):
            self.twice = [name for name, times in Counter(name for name, _ in pairs).items() if times > 1]


def _marked(text: str | bytes) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_Members)
    except RecursionError:
        raise _too_deep() from None


def _named_twice(root: Any) -> list[Fault]:
    faults: list[Fault] = []
    to_see: list[tuple[str, Any]] = [(ROOT, root)]
    while to_see:
        path, value = to_see.pop()
        if isinstance(value, _Members):
            faults.extend(_twice(at(path, name), value[name]) for name in value.twice)
            to_see.extend((at(path, name), item) for name, item in value.items())
        elif isinstance(value, list):
            to_see.extend((at(path, place), item) for place, item in enumerate(value))
    return sorted(faults, key=lambda fault: fault.path)


def _twice(path: str, value: Any) -> Fault:
    return Fault(
        "member_twice",
        path,
        value,
        gettext_noop("the member stands more than once in its object"),
        gettext_noop("Keep one of them."),
    )


def _too_deep() -> MalformedJSON:
    return MalformedJSON("the value is nested too deep to be read", 1, 1)


def _explained(data: bytes, complaint: str) -> MalformedJSON:
    try:
        text = data.decode()
    except UnicodeDecodeError as wrong:
        return _malformed("this is not UTF-8", data[: wrong.start].decode())
    if (place := _half_pair(text)) is not None:
        return _malformed("the escape is half of a surrogate pair", text[:place])
    try:
        _marked(text)
    except json.JSONDecodeError as wrong:
        return _malformed(wrong.msg, text[: wrong.pos])
    except ValueError:  # a number with more digits than Python reads: looked for below
        pass
    if (number := _number_too_large(text)) is not None:
        return _malformed("this number is too large to be read", text[:number])
    byte = _BYTE.search(complaint)
    return _malformed(_BYTE.sub("", complaint), data[: int(byte[1])].decode(errors="ignore") if byte else "")


def _half_pair(text: str) -> int | None:
    """The place of the first escape that is one half of a surrogate pair without the other."""
    high: re.Match[str] | None = None
    for escape in _ESCAPE.finditer(text):
        code = int(escape[1] or "0", 16)
        low = 0xDC00 <= code < 0xE000
        if high is not None and not (low and high.end() == escape.start()):
            return high.start()
        if high is None and low:
            return escape.start()
        high = escape if 0xD800 <= code < 0xDC00 else None
    return None if high is None else high.start()


def _number_too_large(text: str) -> int | None:
    """The place of the first number that no double and no whole number of so many digits can hold."""
    for token in _TEXT_OR_NUMBER.finditer(text):
        if token[1] and (len(token[1]) > _MOST_DIGITS or isinf(float(token[1]))):
            return token.start()
    return None


def _malformed(reason: str, before: str) -> MalformedJSON:
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    words = reason if reason[:2].isupper() else reason[:1].lower() + reason[1:]
    return MalformedJSON(words, line, column)
