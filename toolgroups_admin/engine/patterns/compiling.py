"""Compiling a pattern: read, bounded, translated, with the literals that it needs."""

from dataclasses import dataclass

import regex

from ..faults import gettext_noop
from .bounds import check_repetitions, check_text, check_translation
from .faults import PatternFault
from .halves import check_pairs
from .literals import required_literals
from .parsing import parse
from .references import check_references
from .rounds import check_rounds
from .translating import translate


@dataclass(frozen=True, slots=True)
class JavaPattern:
    """A pattern in Java's dialect, ready to be searched for.

    `compiled.search(text)` finds the span, in code points, that `find()` of JDK 17 finds. `literals`, when not None,
    are folded texts (`texts.fold`) of which at least one occurs in the folded text wherever the pattern is found.
    """

    source: str
    compiled: "regex.Pattern[str]"
    literals: frozenset[str] | None


def compile_pattern(source: str) -> JavaPattern:
    """Compiles a pattern as Java 17 reads it (contract 3).

    Raises `PatternFault` with the position for what Java refuses, for what is not covered here, and beyond 1,000
    characters, a nesting of 50, or repetitions within one another that multiply to more than 10,000.
    """
    check_text(source)
    try:
        return _compiled(source)
    except (regex.error, MemoryError, OverflowError, RecursionError) as error:
        raise PatternFault(
            0,
            gettext_noop("The pattern cannot be compiled: {why}."),
            gettext_noop("Write it more simply."),
            why=str(error),
        ) from error


def _compiled(source: str) -> JavaPattern:
    tree = parse(source)
    check_repetitions(tree)
    check_rounds(tree)
    check_references(tree)
    check_pairs(tree)
    translated = translate(tree)
    check_translation(translated)
    return JavaPattern(source, regex.compile(translated, regex.V1, cache_pattern=False), required_literals(tree))
