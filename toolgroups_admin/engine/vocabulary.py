"""The literals of a whole catalog, found in a text in one pass."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from .automata import Search, search_for
from .texts import fold

# How many literals may end at one place of a text, each the ending of the next, before the longer ones are left out
# of the automaton: it reports all of them at every place, so "a", "aa", "aaa" … would cost their number a character.
_MOST_ENDINGS: Final = 8
_STRETCH: Final = 1 << 14  # code points searched at a time, so that the matches of a long text need little memory

_LONE_SURROGATES = re.compile("[\ud800-\udfff]+")


class Vocabulary:
    """Folded literals under small numbers; filled while compiling, then searched with one automaton."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._search: Search | None = None
        self._searched: list[int] | None = None  # numbers by place in the automaton, where those differ
        self._longer: dict[int, list[str]] = {}  # literals that are not in it, by the number of an ending that is
        self._longest = 0

    def __len__(self) -> int:
        return len(self._numbers)

    def opened(self) -> "Vocabulary":
        """A new one with the same numbers, to which literals may be added."""
        opened = Vocabulary()
        opened._numbers = dict(self._numbers)
        return opened

    def add(self, literal: str) -> int:
        """The number of a literal (not empty), folded; the same literal has the same number."""
        return self._numbers.setdefault(fold(literal), len(self._numbers))

    def close(self) -> None:
        """Builds the automaton; no literal may be added afterwards."""
        if not self._numbers:
            return
        endings = dict(_deep_endings(self._numbers))
        for literal, ending in endings.items():
            self._longer.setdefault(self._numbers[ending], []).append(literal)
        searched = [literal for literal in self._numbers if literal not in endings]
        if endings:
            self._searched = [self._numbers[literal] for literal in searched]
        self._longest = max(map(len, searched))
        self._search = search_for(searched)

    def found_in(self, folded: str) -> frozenset[int]:
        """The numbers of all literals that occur in a folded text."""
        if self._search is None:
            return frozenset()
        if len(folded) <= _STRETCH:
            found = self._searched_in(self._search, folded)
        else:
            stretches = _stretches(folded, self._longest)
            found = frozenset().union(*(self._searched_in(self._search, stretch) for stretch in stretches))
        return found | self._longer_in(folded, found) if self._longer else found

    def _searched_in(self, search: Search, folded: str) -> frozenset[int]:
        try:
            places = frozenset(search(folded))
        except UnicodeEncodeError:  # lone surrogates, which no literal holds: what lies between them is searched
            pieces = _LONE_SURROGATES.split(folded)
            return frozenset().union(*(self._searched_in(search, piece) for piece in pieces))
        return places if self._searched is None else frozenset([self._searched[place] for place in places])

    def _longer_in(self, folded: str, found: frozenset[int]) -> frozenset[int]:
        return frozenset(
            self._numbers[literal]
            for ending, literals in self._longer.items()
            if ending in found
            for literal in literals
            if literal in folded
        )


def _stretches(text: str, longest: int) -> Iterator[str]:
    """The text in parts, so that whatever is at most `longest` long stands whole in one of them."""
    length = max(_STRETCH, 4 * longest)
    for start in range(0, len(text), length):
        yield text[start : start + length + longest - 1]


def _deep_endings(literals: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each literal that has too many others as its endings, with the longest of these that has not."""
    nested: list[str] = []  # turned round, each the beginning of the next
    for turned in sorted(literal[::-1] for literal in literals):
        while nested and not turned.startswith(nested[-1]):
            nested.pop()
        if len(nested) >= _MOST_ENDINGS:
            yield turned[::-1], nested[_MOST_ENDINGS - 1][::-1]
        nested.append(turned)
