"""Rules that repeat themselves, are over, or have no facts to be found by."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.engine.linting.linted import (
    ALWAYS,
    Json,
    all_of,
    any_of,
    condition,
    contains,
    document,
    findings,
    group,
    named,
    negated,
    paths,
    with_matcher,
)

AT = "$.groups[0].matcher"
EXISTS = condition("account_id", "exists")
HELD = any_of(ALWAYS, EXISTS)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(any_of(contains("a b"), EXISTS, contains("a b")), id="in an any"),
        pytest.param(all_of(EXISTS, contains("x"), EXISTS), id="in an all"),
        pytest.param(
            any_of({**EXISTS, "id": "1", "note": "n"}, contains("x"), {**EXISTS, "id": "2"}), id="id and note"
        ),
        pytest.param(
            any_of(negated(all_of(EXISTS)), contains("x"), negated(all_of({**EXISTS, "note": "n"}))), id="notes below"
        ),
    ],
)
def test_the_same_rule_twice(rule: Json) -> None:
    [finding] = findings(with_matcher(rule), "duplicate_rules")

    assert finding.path == f"{AT}.rules[2]"
    assert finding.params == {"first": 1, "second": 3}


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(any_of(contains("x"), contains("x", ignore_case=True)), id="another setting"),
        pytest.param(any_of(EXISTS, negated(EXISTS)), id="and its opposite"),
        pytest.param(any_of(all_of(EXISTS), any_of(EXISTS)), id="in different nodes"),
    ],
)
def test_rules_that_differ(rule: Json) -> None:
    assert not paths(with_matcher(rule), "duplicate_rules")


@pytest.mark.parametrize(
    ("until", "over"),
    [("2026-06-01T12:00:00Z", True), ("2026-06-01T20:00:01+08:00", False), ("2026-06-01T19:59:00+08:00", True)],
)
def test_a_schedule_in_the_past(until: str, *, over: bool) -> None:
    linted = with_matcher(all_of(contains("x"), {"kind": "schedule", "until": until}))

    assert paths(linted, "schedule_over", now=NOON) == ([f"{AT}.rules[1].until"] if over else [])


def test_a_schedule_without_an_end_or_without_a_now_is_not_over() -> None:
    ended = with_matcher({"kind": "schedule", "until": "2000-01-01T00:00:00Z"})
    endless = with_matcher({"kind": "schedule", "from": "2000-01-01T00:00:00Z"})

    assert not paths(ended, "schedule_over")
    assert not paths(endless, "schedule_over", now=NOON)


@pytest.mark.parametrize(("percent", "told"), [(0, True), (100, True), (100.0, True), (99.999, False), (0.001, False)])
def test_a_rollout_to_all_or_none(percent: float, *, told: bool) -> None:
    linted = with_matcher({"kind": "rollout", "percent": percent, "by": "account_id", "salt": "s"})

    assert paths(linted, "rollout_constant") == ([f"{AT}.percent"] if told else [])


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(EXISTS, id="whether a field is there"),
        pytest.param(negated(contains("x")), id="a not"),
        pytest.param(any_of(contains("x"), EXISTS), id="an any with one of them"),
        pytest.param({"kind": "prompt_matches", "pattern": "."}, id="a pattern without letters"),
    ],
)
def test_a_rule_that_nothing_passes_over(rule: Json) -> None:
    assert paths(with_matcher(rule), "judged_on_every_request") == [AT]


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(all_of(contains("x"), EXISTS), id="a keyword beside"),
        pytest.param(condition("account_id", "equals", "a"), id="a value"),
        pytest.param(ALWAYS, id="always"),
        pytest.param(None, id="no rule"),
        pytest.param(HELD, id="always, in an any"),
        pytest.param(all_of(ALWAYS, HELD), id="always, in an all"),
        pytest.param(named("shared"), id="always, in a shared rule"),
    ],
)
def test_a_rule_that_is_found_by_a_fact_or_is_meant_for_all(rule: Json | None) -> None:
    linted = with_matcher(rule, {"name": "shared", "definition": ALWAYS})

    assert not paths(linted, "judged_on_every_request")


def test_a_disabled_group_is_judged_on_no_request() -> None:
    members: dict[str, Any] = {"matcher": EXISTS, "enabled": False}

    assert not paths(document(group("g", "t", **members)), "judged_on_every_request")
