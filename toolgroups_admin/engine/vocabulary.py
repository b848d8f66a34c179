"""The literals of a whole catalog, found in a text in one pass."""

import re

from ahocorasick_rs import AhoCorasick, MatchKind

from .texts import fold

_LONE_SURROGATES = re.compile("[\ud800-\udfff]+")


class Vocabulary:
    """Folded literals under small numbers; filled while compiling, then searched with one automaton."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._automaton: AhoCorasick | None = None

    def add(self, literal: str) -> int:
        """The number of a literal (not empty), folded; the same literal has the same number."""
        return self._numbers.setdefault(fold(literal), len(self._numbers))

    def close(self) -> None:
        """Builds the automaton; no literal may be added afterwards."""
        if self._numbers:
            self._automaton = AhoCorasick(list(self._numbers), matchkind=MatchKind.Standard, store_patterns=False)

    def found_in(self, folded: str) -> frozenset[int]:
        """The numbers of all literals that occur in a folded text."""
        if self._automaton is None:
            return frozenset()
        try:
            matches = self._automaton.find_matches_as_indexes(folded, overlapping=True)
        except UnicodeEncodeError:  # lone surrogates, which no literal holds: what lies between them is searched
            return frozenset().union(*map(self.found_in, _LONE_SURROGATES.split(folded)))
        return frozenset([match[0] for match in matches])
