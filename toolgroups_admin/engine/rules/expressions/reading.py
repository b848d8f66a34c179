"""From the bytes of a checked expression (`cel.expr.CheckedExpr`) to its syntax tree."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from .syntax import Call, Constant, Literal, Loop, Name, Node, Select, Value
from .wire import Stretch, Values, members, number, stretches, text


class Kind(IntEnum):
    """The member of an `Expr` message that is set; all numbers here are those of github.com/google/cel-spec."""

    CONSTANT = 3
    NAME = 4
    SELECT = 5
    CALL = 6
    LIST = 7
    STRUCT = 8
    LOOP = 9


def read_tree(serialized: bytes) -> Node:
    """The tree of an expression that the CEL library compiled, checked and serialized."""
    [body] = stretches(members(serialized, Stretch(0, len(serialized))), 2)
    checked = members(serialized, body)
    [root], [source] = stretches(checked, 4), stretches(checked, 5)
    places = {key: number(entry, 2) for key, entry in _entries(serialized, members(serialized, source), 4)}
    return _Reader(serialized, places, _overloads(serialized, checked)).node(root)


def _entries(data: bytes, values: Values, field: int) -> list[tuple[int, Values]]:
    entries = [members(data, entry) for entry in stretches(values, field)]
    return [(number(entry, 1), entry) for entry in entries]


def _overloads(data: bytes, checked: Values) -> dict[int, tuple[str, ...]]:
    return {
        key: tuple(data[name.start : name.end].decode() for name in stretches(members(data, reference), 3))
        for key, entry in _entries(data, checked, 2)
        for reference in stretches(entry, 2)
    }


@dataclass(frozen=True, slots=True)
class _Reader:
    data: bytes
    places: Mapping[int, int]
    overloads: Mapping[int, tuple[str, ...]]

    def node(self, stretch: Stretch) -> Node:
        values = members(self.data, stretch)
        identity = number(values, 2)
        [kind] = values.keys() - {2}
        inner = members(self.data, stretches(values, kind)[0])
        at = self.places.get(identity, 0)
        match kind:
            case Kind.CONSTANT:
                return Constant(at, self._constant(inner))
            case Kind.NAME:
                return Name(at, text(self.data, inner, 1))
            case Kind.SELECT:
                return Select(at, self._one(inner, 1), text(self.data, inner, 2), bool(number(inner, 3)))
            case Kind.CALL:
                return self._call(at, inner, self.overloads.get(identity, ()))
            case Kind.LIST:
                return Literal(at, self._all(inner, 1))
            case Kind.STRUCT:
                return Literal(at, self._struct(inner))
        return Loop(at, text(self.data, inner, 1), self._one(inner, 2), self._one(inner, 4), self._one(inner, 6))

    def _one(self, values: Values, field: int) -> Node:
        return self.node(stretches(values, field)[0])

    def _all(self, values: Values, field: int) -> tuple[Node, ...]:
        return tuple(self.node(stretch) for stretch in stretches(values, field))

    def _call(self, at: int, values: Values, overloads: tuple[str, ...]) -> Call:
        [target] = self._all(values, 1) or (None,)
        name = stretches(values, 2)[0]
        return Call(at, text(self.data, values, 2), target, self._all(values, 3), overloads, name.start)

    def _struct(self, values: Values) -> tuple[Node, ...]:
        entries = [members(self.data, entry) for entry in stretches(values, 2)]
        return tuple(part for entry in entries for field in (3, 4) for part in self._all(entry, field))

    def _constant(self, values: Values) -> Value:
        [(kind, [value])] = values.items()
        if isinstance(value, int):
            return {1: None, 2: bool(value), 3: value - (value >> 63 << 64)}.get(kind, value)
        raw = self.data[value.start : value.end]
        if kind == 5:
            return float(struct.unpack("<d", raw)[0])
        return raw.decode() if kind == 6 else raw
