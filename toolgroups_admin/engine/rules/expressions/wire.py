"""Reads the protocol-buffer bytes in which the CEL library hands out a checked expression."""

from collections import defaultdict
from typing import NamedTuple

_VARINT, _EIGHT_BYTES = 0, 1


class Stretch(NamedTuple):
    """A part of the buffer: a nested message, a text, or the eight bytes of a double."""

    start: int
    end: int


Values = dict[int, list[int | Stretch]]


def members(data: bytes, stretch: Stretch) -> Values:
    """The values of a message by field number, in order; nested messages and texts as stretches of the same buffer."""
    found: Values = defaultdict(list)
    place = stretch.start
    while place < stretch.end:
        tag, place = _varint(data, place)
        if tag & 7 == _VARINT:
            number, place = _varint(data, place)
            found[tag >> 3].append(number)
            continue
        length, place = (8, place) if tag & 7 == _EIGHT_BYTES else _varint(data, place)
        found[tag >> 3].append(Stretch(place, place + length))
        place += length
    return found


def stretches(values: Values, field: int) -> list[Stretch]:
    """The nested messages and texts of a field."""
    return [value for value in values.get(field, ()) if isinstance(value, Stretch)]


def number(values: Values, field: int) -> int:
    """The whole number of a field, 0 when it is left out."""
    return next((value for value in values.get(field, ()) if isinstance(value, int)), 0)


def text(data: bytes, values: Values, field: int) -> str:
    """The text of a field, empty when it is left out."""
    return "".join(data[start:end].decode() for start, end in stretches(values, field)[:1])


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
        shift += 7
