"""Sets of characters: which text stands for them in a V1 character class, and their members while these are few."""

from collections.abc import Iterable
from dataclasses import dataclass

FEW = 16
_ALL = r"\x00-\U0010FFFF"
LAST_OF_BMP = 0xFFFF


@dataclass(frozen=True, slots=True)
class CharSet:
    """A set of code points: `source` is one element of a V1 class; `members` is None when they are many.

    `astral` is true when the set may hold a code point beyond U+FFFF. `alone` is a faster spelling, where there is one,
    for a set that is not within another.
    """

    source: str
    members: frozenset[str] | None = None
    astral: bool = False
    alone: str | None = None

    @property
    def pattern(self) -> str:
        """The set as a pattern of its own."""
        return self.alone or self.source


def one_of(characters: Iterable[str]) -> CharSet:
    """The set of these characters; there must be at least one."""
    members = frozenset(characters)
    ordered = sorted(members)
    source = escaped(ordered[0]) if len(ordered) == 1 else f"[{''.join(map(escaped, ordered))}]"
    return CharSet(source, members if len(members) <= FEW else None, ord(ordered[-1]) > LAST_OF_BMP)


def between(first: int, last: int) -> CharSet:
    """The set of the code points from first to last, both included."""
    few = last - first < FEW
    members = frozenset(map(chr, range(first, last + 1))) if few else None
    return CharSet(f"[{escaped(chr(first))}-{escaped(chr(last))}]", members, last > LAST_OF_BMP)


def union(*sets: CharSet) -> CharSet:
    """The characters that are in any of the sets."""
    if len(sets) == 1:
        return sets[0]
    return CharSet(f"[{''.join(part.source for part in sets)}]", _united(sets), any(part.astral for part in sets))


def intersection(left: CharSet, right: CharSet) -> CharSet:
    """The characters that are in both sets."""
    members = left.members & right.members if left.members is not None and right.members is not None else None
    return CharSet(f"[{left.source}&&{right.source}]", members or None, left.astral and right.astral)


def negation(inner: CharSet) -> CharSet:
    """All other characters.

    The `regex` library misreads unions that hold several [^…]: [[^a][^b]] lacks a. A difference holds anywhere, but is
    slower to search for, so a negation that stands alone and holds no other is written with ^.
    """
    alone = None if "--" in inner.source else f"[^{inner.source}]"
    return CharSet(f"[{_ALL}--{inner.source}]", astral=True, alone=alone)


def escaped(character: str) -> str:
    """A character as it may stand anywhere in a pattern, in or outside of a class."""
    if character.isalnum():
        return character
    code = ord(character)
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}" if code <= LAST_OF_BMP else f"\\U{code:08X}"


def _united(sets: Iterable[CharSet]) -> frozenset[str] | None:
    members: set[str] = set()
    for part in sets:
        if part.members is None:
            return None
        members |= part.members
    return frozenset(members) if len(members) <= FEW else None


BMP = between(0, LAST_OF_BMP)
ASTRAL = between(LAST_OF_BMP + 1, 0x10FFFF)
ANYTHING = between(0, 0x10FFFF)
