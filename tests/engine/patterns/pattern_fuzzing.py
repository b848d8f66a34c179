"""Random patterns in Java's dialect, and texts in which they have a chance to be found."""

import random
from collections.abc import Callable, Sequence

_Group = Callable[[random.Random, int], str]

ATOMS: tuple[str, ...] = (
    *"aabbcckKsSiI1_ -",
    *("中", "国", "款", "é", "ß", "😀", "ſ", "İ", "\u0301"),
    *(r"\d", r"\w", r"\s", r"\D", r"\W", r"\S", r"\h", r"\H", r"\v", r"\V", r"\R", r"\X", ".", ".", "."),
    *(r"\b", r"\B", r"\A", r"\Z", r"\z", r"\G", "^", "$", "^", "$"),
    *(r"\p{L}", r"\pL", r"\P{L}", r"\p{IsHan}", r"\P{IsHan}", r"\p{Lu}", r"\p{Lower}", r"\p{Alpha}", r"\p{Punct}"),
    *(
        r"\p{InCJKUnifiedIdeographs}",
        r"\p{script=Han}",
        r"\p{IsAlphabetic}",
        r"\p{javaUpperCase}",
        r"\p{gc=Mn}",
        r"\p{IsDigit}",
    ),
    *(r"\u4e2d", r"\x41", r"\x{4e2d}", r"\x{1F600}", r"\061", r"\e", r"\cA", r"\-", r"\.", r"\\", r"\t", r"\n", r"\r"),
    *(r"\Qa.b\E", r"\Q1\E", r"\Q中+\E", "]", "}"),
)
CLASS_ITEMS: tuple[str, ...] = (
    *"abckKsS1_.*+?(){}|$&^",
    *("中", "款", "é", "ß", "😀", "a-c", "A-Z", "0-9", "k-s", "一-龥", r"\u4e00-\u9fa5", " -~"),
    *(
        r"\d",
        r"\w",
        r"\s",
        r"\W",
        r"\h",
        r"\v",
        r"\p{L}",
        r"\P{L}",
        r"\p{IsHan}",
        r"\p{Punct}",
        r"\-",
        r"\]",
        r"\n",
        r"\Qa-\E",
    ),
)
QUANTIFIERS = ("?", "*", "+", "{2}", "{1,2}", "{0,3}", "{2,}", "{0}", "{0,1}", "{1}")
FLAGS = ("i", "i", "iu", "m", "s", "x", "d", "U", "-i", "im", "i-s", "ix", "")
LETTERS = "aabbccABkKsS1 _-.\n\r\t,é款中国ß😀𠀀ſKİı\u0301\u2028\u0085\x01ẞ+\\x{"
METACHARACTERS = r"\\\()[]{}|*+?.^$&-=!<>:#,QEbdpux01234kN" + LETTERS


def pattern(source: random.Random) -> str:
    """A pattern that is mostly well formed; one of ten is any characters at all."""
    if source.random() < 0.1:
        return "".join(source.choice(METACHARACTERS) for _ in range(source.randint(1, 10)))
    prefix = f"(?{source.choice(FLAGS)})" if source.random() < 0.25 else ""
    return prefix + _choice(source, depth=0)


def texts(source: random.Random, of: str, count: int) -> list[str]:
    """Texts of letters that matter to patterns, with pieces of the pattern itself."""
    return [_text(source, of) for _ in range(count)]


def _text(source: random.Random, of: str) -> str:
    letters: Sequence[str] = [c for c in of if c not in "\\()[]{}|*+?^$"] or ["a"]
    pools: tuple[Sequence[str], ...] = (LETTERS, letters, "ab\r\n", "aA1中")
    pool = source.choice(pools)
    mixed = [
        source.choice(pool) if source.random() < 0.8 else source.choice(LETTERS) for _ in range(source.randint(0, 12))
    ]
    return "".join(mixed) + source.choice(("", "", "\n", "\r\n", "\u2028"))


def _choice(source: random.Random, depth: int) -> str:
    options = 1 if source.random() < 0.75 else source.randint(2, 3)
    return "|".join(_sequence(source, depth) for _ in range(options))


def _sequence(source: random.Random, depth: int) -> str:
    return "".join(_piece(source, depth) for _ in range(source.choice((0, 1, 1, 2, 2, 3, 4))))


def _piece(source: random.Random, depth: int) -> str:
    atom = _atom(source, depth)
    if source.random() < 0.35:
        atom += source.choice(QUANTIFIERS) + source.choice(("", "", "", "?", "+"))
    return atom


def _atom(source: random.Random, depth: int) -> str:
    if depth < 3 and source.random() < 0.3:
        group: _Group = source.choice(_GROUPS)
        return group(source, depth + 1)
    if source.random() < 0.2:
        return _class(source, 0)
    if source.random() < 0.05:
        return source.choice((r"\1", r"\2", r"\k<n>", r"\11"))
    return source.choice(ATOMS)


def _class(source: random.Random, depth: int) -> str:
    items = [
        _class(source, depth + 1) if depth < 2 and source.random() < 0.12 else source.choice(CLASS_ITEMS)
        for _ in range(source.randint(1, 4))
    ]
    if source.random() < 0.2:
        items.insert(source.randint(0, len(items) - (source.random() < 0.8)), "&&")
    return f"[{'^' if source.random() < 0.3 else ''}{''.join(items)}]"


def _bracketed(opening: str) -> Callable[[random.Random, int], str]:
    return lambda source, depth: f"({opening}{_choice(source, depth)})"


def _flagged(source: random.Random, depth: int) -> str:
    return f"(?{source.choice(FLAGS)}:{_choice(source, depth)})"


def _flags(source: random.Random, depth: int) -> str:
    return f"(?{source.choice(FLAGS)})"


def _referring(source: random.Random, depth: int) -> str:
    return f"({_choice(source, depth)}){_sequence(source, depth)}" + r"\1"


_GROUPS: tuple[_Group, ...] = (
    *(_bracketed(""), _bracketed(""), _bracketed("?:"), _bracketed("?:"), _bracketed("?<n>"), _bracketed("?>")),
    *(_bracketed("?="), _bracketed("?!"), _bracketed("?<="), _bracketed("?<!")),
    *(_flagged, _flags, _referring),
)
