"""The places in a text where only Java can begin: in the middle of a surrogate pair.

To Java a character beyond U+FFFF is two units. A pattern that names no set with such characters is tried at the second
unit too, where `.` takes that half for a character and a negative look-behind sees the other half, not what stands
before the character. Nothing here can begin there, so a pattern for which it matters is refused.
"""

from collections.abc import Iterable
from enum import Flag, auto

from ..faults import gettext_noop
from .faults import PatternFault
from .nodes import Anchor, BackReference, Chars, Choice, Grapheme, Group, Look, Node, Repeat, Sequence, walk
from .properties import DOTS


class _Way(Flag):
    """How a node can be true from the middle of a pair: in place, or past the half; fragile when not from before it too."""

    NONE = 0
    STILL = auto()
    THROUGH = auto()
    FRAGILE_STILL = auto()
    FRAGILE_THROUGH = auto()


_FRAGILE = _Way.FRAGILE_STILL | _Way.FRAGILE_THROUGH
_IN_PLACE = _Way.STILL | _Way.FRAGILE_STILL


def check_pairs(tree: Node) -> None:
    """Refuses a pattern that Java might find from the middle of a character, and only from there."""
    sets = [node.set for node in walk(tree) if isinstance(node, Chars)]
    if not any(each.astral and each not in DOTS for each in sets) and _ways(tree) & _FRAGILE:
        raise PatternFault(
            0,
            gettext_noop("Java might find this pattern in the middle of an emoji, which is not done here."),
            gettext_noop("Let it begin with a character, or write [^\\n] in place of the dot."),
        )


def _ways(node: Node) -> _Way:
    match node:
        case Chars(set=chars):
            return _Way.THROUGH if chars.astral else _Way.NONE
        case Anchor(in_pair=True):
            return _Way.FRAGILE_STILL
        case Grapheme():
            return _Way.FRAGILE_THROUGH
        case BackReference():
            return _Way.STILL
        case Group(body=body):
            return _ways(body)
        case Look():
            return _looking(node)
        case Sequence(items=items):
            return _in_order(_ways(item) for item in items)
        case Choice(options=options):
            return _any(_ways(option) for option in options)
        case Repeat(body=body, least=least):
            once = _ways(body)
            return _any((once, _then(once, once), _Way.NONE if least else _Way.STILL))
    return _Way.NONE


def _looking(look: Look) -> _Way:
    if look.negative:
        sees_back = look.behind or any(isinstance(node, Anchor) or _is_behind(node) for node in walk(look.body))
        return _Way.FRAGILE_STILL if sees_back else _Way.STILL
    inside = _ways(look.body)
    if look.behind:
        inside &= _IN_PLACE
    return _any(_Way.FRAGILE_STILL if way in _FRAGILE else _Way.STILL for way in inside)


def _is_behind(node: Node) -> bool:
    return isinstance(node, Look) and node.behind


def _in_order(ways: Iterable[_Way]) -> _Way:
    total = _Way.STILL
    for way in ways:
        total = _then(total, way)
    return total


def _then(first: _Way, second: _Way) -> _Way:
    """One after the other: past the half nothing can go wrong any more."""
    total = first & ~_IN_PLACE
    if _Way.STILL in first:
        total |= second
    if _Way.FRAGILE_STILL in first:
        total |= _Way.FRAGILE_STILL if second & _IN_PLACE else _Way.NONE
        total |= _Way.FRAGILE_THROUGH if second & ~_IN_PLACE else _Way.NONE
    return total


def _any(ways: Iterable[_Way]) -> _Way:
    total = _Way.NONE
    for way in ways:
        total |= way
    return total
