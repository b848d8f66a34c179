"""Each feature of Java's dialect finds what Java 17 found when the cases were written."""

import json
from typing import Any

import pytest

from tests.engine.patterns.pattern_features import CASES, FEATURES
from toolgroups_admin.engine.patterns import PatternFault, compile_pattern

_ALL = json.loads(CASES.read_text(encoding="ascii"))


def _of(*, refused: bool) -> list[Any]:
    return [pytest.param(case, id=case["feature"]) for case in _ALL if (case["java"] == "refused") is refused]


def test_every_feature_has_been_asked_of_java() -> None:
    asked = {case["feature"]: (case["pattern"], tuple(case["texts"])) for case in _ALL}

    assert asked == FEATURES


@pytest.mark.parametrize("case", _of(refused=False))
def test_what_java_finds_is_found_at_the_same_place(case: dict[str, Any]) -> None:
    compiled = compile_pattern(case["pattern"]).compiled

    found = [match and list(match.span()) for match in map(compiled.search, case["texts"])]

    assert found == case["java"]


@pytest.mark.parametrize("case", _of(refused=True))
def test_what_java_refuses_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(PatternFault):
        compile_pattern(case["pattern"])
