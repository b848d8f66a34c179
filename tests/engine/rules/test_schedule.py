"""Rules on the time."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from tests.engine.rules.ruling import negated, refusal, ruling, says
from toolgroups_admin.engine.context import ChatContext


def at(text: str) -> ChatContext:
    return says("x", now=datetime.fromisoformat(text))


def schedule(**members: Any) -> dict[str, Any]:
    if "begins" in members:
        members["from"] = members.pop("begins")
    return {"kind": "schedule", **members}


def window(days: str, start: str, end: str) -> dict[str, Any]:
    return {"days": days.split(), "start": start, "end": end}


PERIOD = schedule(begins="2026-06-01T00:00:00+08:00", until="2026-07-01T00:00:00+08:00")


@pytest.mark.parametrize(
    ("now", "verdict", "reason"),
    [
        ("2026-05-31T15:59:59.999999+00:00", False, "not_yet"),
        ("2026-05-31T16:00:00+00:00", True, "in_schedule"),
        ("2026-06-30T15:59:59+00:00", True, "in_schedule"),
        ("2026-06-30T16:00:00+00:00", False, "over"),
    ],
)
def test_a_period_holds_from_its_begin_until_just_before_its_end(now: str, verdict: bool, reason: str) -> None:
    assert ruling(PERIOD).verdict(at(now)) is verdict
    assert ruling(PERIOD).evidence(at(now)).reason == reason


def test_a_period_may_be_open_at_one_end() -> None:
    assert ruling(schedule(begins="2026-06-01T00:00:00Z")).verdict(at("2030-01-01T00:00:00+00:00")) is True
    assert ruling(schedule(until="2026-06-01T00:00:00Z")).verdict(at("2020-01-01T00:00:00+00:00")) is True


OFFICE = schedule(weekly=[window("mon tue wed thu fri", "09:00", "18:00")], timezone="Asia/Shanghai")


@pytest.mark.parametrize(
    ("now", "verdict"),
    [
        ("2026-11-30T09:00:00+08:00", True),  # a Monday
        ("2026-11-30T17:59:59+08:00", True),
        ("2026-11-30T18:00:00+08:00", False),
        ("2026-11-30T08:59:59+08:00", False),
        ("2026-11-30T01:00:00+00:00", True),
        ("2026-11-29T10:00:00+08:00", False),
    ],
)
def test_a_window_goes_by_the_zones_wall_clock(now: str, verdict: bool) -> None:
    assert ruling(OFFICE).verdict(at(now)) is verdict


NIGHT = schedule(weekly=[window("sun", "22:00", "06:00:30")])


@pytest.mark.parametrize(
    ("now", "verdict"),
    [
        ("2026-11-29T22:00:00+00:00", True),
        ("2026-11-30T06:00:29+00:00", True),
        ("2026-11-30T06:00:30+00:00", False),
        ("2026-11-29T03:00:00+00:00", False),
        ("2026-11-30T23:00:00+00:00", False),
    ],
)
def test_a_window_past_midnight_belongs_to_the_day_on_which_it_begins(now: str, verdict: bool) -> None:
    assert ruling(NIGHT).verdict(at(now)) is verdict


def test_a_window_that_ends_as_it_begins_lasts_a_day() -> None:
    day = ruling(schedule(weekly=[window("mon", "08:00", "08:00")]))

    assert day.verdict(at("2026-11-30T07:59:00+00:00")) is False
    assert day.verdict(at("2026-11-30T08:00:00+00:00")) is True
    assert day.verdict(at("2026-12-01T07:59:00+00:00")) is True
    assert day.verdict(at("2026-12-01T08:00:00+00:00")) is False


@pytest.mark.parametrize(
    ("now", "verdict"),
    [
        ("2026-03-29T00:59:59+00:00", False),  # 01:59:59 in Berlin, before the hour that is left out
        ("2026-03-29T01:00:00+00:00", True),  # 03:00:00
        ("2026-03-29T01:30:00+00:00", False),  # 03:30:00
        ("2026-10-25T00:30:00+00:00", True),  # 02:30:00, the first time
        ("2026-10-25T01:30:00+00:00", True),  # 02:30:00, the second time
    ],
)
def test_on_days_that_change_the_clock_the_wall_clock_decides(now: str, verdict: bool) -> None:
    rule = schedule(weekly=[window("sun", "02:00", "03:30")], timezone="Europe/Berlin")

    assert ruling(rule).verdict(at(now)) is verdict


def test_evidence_names_the_wall_clock_and_what_was_missed() -> None:
    evidence = ruling(OFFICE).evidence(at("2026-11-29T02:00:00+00:00"))

    assert (evidence.verdict, evidence.reason) == ("false", "outside_windows")
    assert evidence.actual == "2026-11-29T10:00:00+08:00"
    assert evidence.expected == ("mon, tue, wed, thu, fri 09:00–18:00",)
    assert ruling(PERIOD).evidence(at("2026-01-01T00:00:00+00:00")).expected == "2026-06-01T00:00:00+08:00"


def test_a_moment_that_the_zone_cannot_tell_is_unknown() -> None:
    end_of_time = says("x", now=datetime.max.replace(tzinfo=UTC))

    assert ruling(OFFICE).verdict(end_of_time) is None
    assert ruling(negated(OFFICE)).verdict(end_of_time) is None
    assert ruling(OFFICE).evidence(end_of_time).reason == "time_out_of_range"


def test_a_time_without_zone_is_utc() -> None:
    assert ruling(NIGHT).verdict(says("x", now=datetime(2026, 11, 29, 23))) is True
    assert ruling(NIGHT).verdict(says("x", now=datetime(2026, 11, 30, 1, tzinfo=timezone(timedelta(hours=2))))) is True


def test_without_a_time_the_clock_is_read_once_a_request() -> None:
    asked = ruling(schedule(begins="2000-01-01T00:00:00Z"))
    judging = asked.judging(says("x"))

    assert asked.rule.judge(judging) is True
    assert asked.rule.explain(judging).actual == asked.rule.explain(judging).actual


@pytest.mark.parametrize(
    ("members", "fault"),
    [
        ({}, ("empty_schedule", "$.matcher")),
        ({"timezone": "UTC"}, ("empty_schedule", "$.matcher")),
        ({"begins": "2026-06-01"}, ("bad_time", "$.matcher.from")),
        ({"until": "2026-06-01T00:00:00"}, ("bad_time", "$.matcher.until")),
        (
            {"begins": "2026-06-01T00:00:00Z", "until": "2026-06-01T08:00:00+08:00"},
            ("empty_period", "$.matcher.until"),
        ),
        ({"weekly": [{"days": [], "start": "09:00", "end": "10:00"}]}, ("no_days", "$.matcher.weekly[0].days")),
        ({"weekly": [window("mon", "9:00", "10:00")]}, ("bad_clock", "$.matcher.weekly[0].start")),
        ({"weekly": [window("mon", "09:00", "24:00")]}, ("bad_clock", "$.matcher.weekly[0].end")),
        ({"begins": "2026-06-01T00:00:00Z", "timezone": "Mars/Base"}, ("unknown_timezone", "$.matcher.timezone")),
        ({"begins": "2026-06-01T00:00:00Z", "timezone": "../etc"}, ("unknown_timezone", "$.matcher.timezone")),
        ({"begins": "2026-06-01T00:00:00Z", "timezone": "Europe"}, ("unknown_timezone", "$.matcher.timezone")),
        ({"begins": "2026-06-01T00:00:00Z", "timezone": "localtime"}, ("unknown_timezone", "$.matcher.timezone")),
        ({"begins": "2026-06-01T00:00:00Z", "timezone": "right/UTC"}, ("unknown_timezone", "$.matcher.timezone")),
    ],
)
def test_what_is_no_schedule_is_refused(members: dict[str, Any], fault: tuple[str, str]) -> None:
    assert refusal(schedule(**members)) == [fault]
