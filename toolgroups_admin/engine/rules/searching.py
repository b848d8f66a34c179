"""Searches for a pattern, made once a request and remembered, so that explaining never searches twice."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ..faults import gettext_noop
from ..judging import OutOfTime
from ..patterns import JavaPattern, PatternFault, compile_pattern
from ..rule import Evidence, Rule, Span, Verdict, shown_verdict
from . import reasons
from .compiling import Compiling

if TYPE_CHECKING:
    from ..judging import Judging

UNJUDGED: Final[Any] = object()  # None is a verdict
_LATE: Final = "late"


def search_once(rule: Rule, pattern: JavaPattern, texts: Iterable[tuple[int, str]], judging: "Judging") -> Verdict:
    """True when the pattern is found in any text, None when a search ran out of time and no other one finds it.

    `texts` are pairs of the message's place and its text; the verdict and the first place are remembered under the rule.
    """
    known = judging.remembered.get(id(rule), UNJUDGED)
    if known is not UNJUDGED:
        verdict: Verdict = known
        return verdict
    verdict = judging.remembered[id(rule)] = _search(rule, pattern, texts, judging)
    return verdict


def found_at(rule: Rule, verdict: Verdict, judging: "Judging") -> Span | None:
    """The first place where a search that said True found its pattern."""
    place: Span | None = judging.scratch.get(rule) if verdict else None
    return place


def search_evidence(rule: Rule, verdict: Verdict, judging: "Judging", *, actual: Any, expected: Any) -> Evidence:
    """The evidence for a verdict of `search_once`; what ran out of time only while explaining reads `not_evaluated`."""
    if verdict is None:
        if judging.scratch.get(rule) is _LATE:
            return Evidence("not_evaluated", reasons.NOT_EVALUATED, actual, expected)
        return Evidence("unknown", reasons.PATTERN_TIMEOUT, actual, expected)
    place = found_at(rule, verdict, judging)
    reason = reasons.PATTERN_FOUND if verdict else reasons.PATTERN_NOT_FOUND
    return Evidence(shown_verdict(verdict), reason, actual, expected, (place,) if place else ())


def pattern_of(source: str, path: str, compiling: Compiling, *, ignore_case: bool = False) -> JavaPattern | None:
    """The compiled pattern, or None when a fault was noted at `path`; ignoring case is Java's `(?iu)`."""
    flags = "(?iu)" if ignore_case else ""
    try:
        return compile_pattern(flags + source)
    except PatternFault as fault:
        params = {**fault.params, "why": fault.message.rstrip("."), "why_template": fault.template}
        compiling.fault(
            "bad_pattern",
            path,
            source,
            gettext_noop("The pattern is refused at position {position}: {why}"),
            fault.remedy_template,
            **{**params, "position": max(0, fault.position - len(flags))},
        )
        return None


def _search(rule: Rule, pattern: JavaPattern, texts: Iterable[tuple[int, str]], judging: "Judging") -> Verdict:
    verdict: Verdict = False
    for message, text in texts:
        try:
            match = judging.search(pattern.compiled, text)
        except OutOfTime:
            verdict = None
            if judging.explaining:
                judging.scratch[rule] = _LATE
            continue
        if match is not None:
            judging.scratch[rule] = Span(message, *match.span())
            return True
    return verdict
