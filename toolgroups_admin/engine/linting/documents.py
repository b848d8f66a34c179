"""Linting: what will go wrong, or cost more than it must, in a document that compiles."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, Final

from ..compiling import collecting_paused, compile_structure
from ..document.structure import structure_of
from ..formats import FORMATS
from ..rules.compiling import PythonMatcher
from . import (
    descriptions,
    executors,
    groups,
    keywords,
    negations,
    patterns,
    prompts,
    providers,
    schemas,
    texts,
    trees,
    uses,
    waivers,
)
from .finding import Finding, LintRule, finding_of
from .subject import subject_of
from .waivers import unsilenced

MOST_TOKENS: Final = 4000

_FAMILIES: Final = (
    prompts,
    descriptions,
    schemas,
    executors,
    providers,
    keywords,
    patterns,
    negations,
    trees,
    groups,
    texts,
    uses,
    waivers,
)
RULES: Final[Mapping[str, LintRule]] = {
    rule.id: rule for rule in chain.from_iterable(family.RULES for family in _FAMILIES)
}


def rough_tokens(text: str) -> int:
    """About how many tokens a text costs: a quarter of its bytes in UTF-8."""
    return len(text.encode()) // 4


def lint(
    document: Mapping[str, Any],
    *,
    now: datetime | None = None,
    evidence: Mapping[str, float] | None = None,
    functions: Collection[str] | None = None,
    formats: Sequence[str] = FORMATS,
    tokens: Callable[[str], int] = rough_tokens,
    most_tokens: int = MOST_TOKENS,
    matchers: Mapping[str, PythonMatcher] | None = None,
) -> tuple[Finding, ...]:
    """What every rule of `RULES` finds in a document, in the document's order, without what its waivers silence.

    The document is compiled once; raises InvalidDocument as `compile_catalog` does, UnknownFormat for a format that
    is none, and nothing else. `now` (with offset) is needed by rules about time, `evidence` by rules about traffic: the
    share, 0 to 1, of known contexts in which a keyword is found, `functions` by those about tools in code: the names that
    there are. `tokens` counts a text's tokens, and `most_tokens` is
    what the tools of every request of a prompt may cost. Reads nothing but its arguments.
    """
    with collecting_paused():
        structure = structure_of(document)
        subject = subject_of(
            document,
            structure,
            compile_structure(structure, matchers=matchers),
            formats=formats,
            tokens=tokens,
            most_tokens=most_tokens,
            now=now,
            evidence=evidence,
            functions=functions,
        )
        found = [(rule, each) for rule in RULES.values() for each in rule.check(subject)]
        told = sorted(unsilenced(found, subject, RULES), key=lambda pair: pair[1].item.order)
    return tuple(finding_of(rule, each) for rule, each in told)
