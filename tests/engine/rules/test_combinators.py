"""And, or and not in Kleene's logic; cheapest first."""

from itertools import product
from typing import Any

import pytest

from tests.engine.rules.ruling import FALSE, TRUE, UNKNOWN, all_of, any_of, matches, negated, ruling, says

THREE: dict[bool | None, dict[str, Any]] = {True: TRUE, False: FALSE, None: UNKNOWN}
SHOWN = {True: "true", False: "false", None: "unknown"}


@pytest.mark.parametrize("verdicts", [*product(THREE, repeat=2), *product(THREE, repeat=3), (True,), (False,), (None,)])
def test_all_is_false_if_one_is_and_any_is_true_if_one_is_and_else_unknown_stays(verdicts: tuple[Any, ...]) -> None:
    rules = [THREE[verdict] for verdict in verdicts]
    conjunction = False if False in verdicts else None if None in verdicts else True
    disjunction = True if True in verdicts else None if None in verdicts else False

    assert ruling(all_of(*rules)).verdict() is conjunction
    assert ruling(any_of(*rules)).verdict() is disjunction
    assert ruling(all_of(*rules)).evidence().verdict == SHOWN[conjunction]
    assert ruling(any_of(*rules)).evidence().verdict == SHOWN[disjunction]


@pytest.mark.parametrize(("verdict", "opposite"), [(True, False), (False, True), (None, None)])
def test_not_turns_true_and_false_and_leaves_unknown(verdict: bool | None, opposite: bool | None) -> None:
    assert ruling(negated(THREE[verdict])).verdict() is opposite
    assert ruling(negated(THREE[verdict])).evidence().verdict == SHOWN[opposite]


@pytest.mark.parametrize("combined", [all_of(matches("a.c"), FALSE), any_of(matches("a.c"), TRUE)])
def test_the_cheapest_child_is_judged_first(combined: dict[str, Any]) -> None:
    asked = ruling(combined)
    judging = asked.judging(says("abc"))
    asked.rule.judge(judging)

    assert judging.remembered == {}
    assert [child.kind for child in asked.rule.children] == ["prompt_matches", combined["rules"][1]["kind"]]
