"""Keywords: lists that say nothing, and words that are found too often or never decide."""

from collections.abc import Iterator
from typing import Final

from ..document.rule_specs import PromptContainsSpec
from ..faults import gettext_noop
from ..texts import fold, is_blank
from .finding import Found, LintRule
from .subject import Node, Subject

_COMMON: Final = 0.6
_MOST_SHOWN: Final = 10


def _lists(subject: Subject) -> Iterator[tuple[Node, PromptContainsSpec, list[str]]]:
    """Every list of keywords, with those of it that are not blank."""
    for node in subject.nodes:
        if isinstance(node.spec, PromptContainsSpec):
            yield node, node.spec, [keyword for keyword in node.spec.keywords if not is_blank(keyword)]


def _none(subject: Subject) -> Iterator[Found]:
    return (Found(node.item, (*node.steps, "keywords")) for node, _, filled in _lists(subject) if not filled)


def _blank(subject: Subject) -> Iterator[Found]:
    for node, spec, filled in _lists(subject):
        if filled and len(filled) < len(spec.keywords):
            place = next(place for place, keyword in enumerate(spec.keywords) if is_blank(keyword))
            yield Found(node.item, (*node.steps, "keywords", place))


def _of_one_character(subject: Subject) -> Iterator[Found]:
    for node, _, filled in _lists(subject):
        if single := [keyword for keyword in filled if len(keyword) == 1]:
            yield Found(node.item, (*node.steps, "keywords"), {"keywords": _listed(single)})


def _shadowed(subject: Subject) -> Iterator[Found]:
    for node, spec, filled in _lists(subject):
        folded = [fold(keyword) for keyword in filled] if spec.ignore_case else filled
        if pairs := [f"{longer} ({shorter})" for longer, shorter in shadows(list(dict.fromkeys(folded)))]:
            yield Found(node.item, (*node.steps, "keywords"), {"keywords": _listed(pairs)})


def _common(subject: Subject) -> Iterator[Found]:
    for node, spec, _ in _lists(subject):
        for place, keyword in enumerate(spec.keywords):
            if (share := subject.share_of(keyword)) > _COMMON:
                params = {"keyword": keyword, "percent": round(share * 100)}
                yield Found(node.item, (*node.steps, "keywords", place), params)


def shadows(keywords: list[str]) -> Iterator[tuple[str, str]]:
    """Of different keywords, each that holds another one, with the shortest one that it holds."""
    together = "\0".join(keywords)
    short = sorted((word for word in keywords if together.count(word) > 1), key=len)
    for keyword in keywords if short else ():
        for word in short:
            if word != keyword and word in keyword:
                yield keyword, word
                break


def _listed(words: list[str]) -> str:
    return ", ".join(words[:_MOST_SHOWN]) + ("…" if len(words) > _MOST_SHOWN else "")


RULES: Final = (
    LintRule(
        "keywords_empty",
        "error",
        gettext_noop("No keywords"),
        gettext_noop(
            "Blank keywords are skipped, and no other one is left: this is never true, and under a “not” always."
        ),
        gettext_noop("Add a keyword, or take this part of the rule out."),
        _none,
    ),
    LintRule(
        "keyword_blank",
        "note",
        gettext_noop("Blank keyword"),
        gettext_noop("This keyword is blank, so it is skipped."),
        gettext_noop("Take it out."),
        _blank,
    ),
    LintRule(
        "keyword_of_one_character",
        "warning",
        gettext_noop("Keyword of one character"),
        gettext_noop("A single character is part of many words, so this hits where nobody meant it: {keywords}."),
        gettext_noop("Write the whole word."),
        _of_one_character,
    ),
    LintRule(
        "keyword_shadowed",
        "note",
        gettext_noop("Keyword that holds a shorter one"),
        gettext_noop("Wherever the longer keyword stands, the shorter one (in brackets) is found already: {keywords}."),
        gettext_noop("Take out the longer keyword, or the shorter one when it hits too much."),
        _shadowed,
    ),
    LintRule(
        "keyword_common",
        "warning",
        gettext_noop("Keyword that is found nearly everywhere"),
        gettext_noop("“{keyword}” is found in {percent} % of the known contexts."),
        gettext_noop("Take a word that only those use who need these tools."),
        _common,
        needs="evidence",
    ),
)
