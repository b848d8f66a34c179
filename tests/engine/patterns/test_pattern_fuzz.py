"""Random patterns against the real `java.util.regex`: found at the same place, or refused."""

import random
from collections import Counter

import pytest

from tests.engine.patterns.java_reference import Found, java_17, java_finds
from tests.engine.patterns.pattern_fuzzing import pattern, texts
from toolgroups_admin.engine.patterns import PatternFault, compile_pattern
from toolgroups_admin.engine.texts import fold

pytestmark = [
    pytest.mark.skipif(java_17() is None, reason="no JDK 17 on this machine to compare with"),
    pytest.mark.no_cover,
]

PATTERNS = 3_000
TEXTS = 8


def test_three_thousand_patterns_are_found_as_in_java_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    source = random.Random(17)
    questions = [(each, texts(source, each, TEXTS)) for each in (pattern(source) for _ in range(PATTERNS))]

    outcomes = [
        (_outcome(each, of, answer), each) for (each, of), answer in zip(questions, java_finds(questions), strict=True)
    ]

    counts = Counter(outcome for outcome, _ in outcomes)
    with capsys.disabled():
        print(f"\n{PATTERNS} fuzzed patterns x {TEXTS} texts against JDK 17: {dict(counts)}")
    assert [each for outcome, each in outcomes if outcome == "different"] == []
    assert counts["equal"] > PATTERNS * 0.6


def _outcome(source: str, of: list[str], answer: list[Found] | str) -> str:
    try:
        compiled = compile_pattern(source)
    except PatternFault:
        return "refused by both" if isinstance(answer, str) else "refused here only"
    if isinstance(answer, str):
        return "different"
    for text, expected in zip(of, answer, strict=True):
        match = compiled.compiled.search(text, timeout=5)
        if expected != "gave-up" and (match and match.span()) != expected:
            return "different"
        if match and compiled.literals is not None and not any(literal in fold(text) for literal in compiled.literals):
            return "different"
    return "equal"
