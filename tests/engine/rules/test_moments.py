"""RFC 3339, read strictly."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from toolgroups_admin.engine.rules.moments import Moment, parse_moment


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-01-31T08:00:00Z", datetime(2026, 1, 31, 8, tzinfo=UTC)),
        ("2026-01-31t08:00:00z", datetime(2026, 1, 31, 8, tzinfo=UTC)),
        ("2026-01-31 08:00:00.25-05:30", datetime(2026, 1, 31, 13, 30, 0, 250000, tzinfo=UTC)),
        ("2026-01-31T08:00:00+08:00", datetime(2026, 1, 31, 0, tzinfo=UTC)),
        ("2016-12-31T23:59:60Z", datetime(2017, 1, 1, tzinfo=UTC)),
    ],
)
def test_a_time_with_offset_is_read(text: str, at: datetime) -> None:
    assert parse_moment(text) == Moment(at)


def test_digits_beyond_the_microsecond_are_kept() -> None:
    assert parse_moment("2026-01-31T08:00:00.1234567890Z") == Moment(
        datetime(2026, 1, 31, 8, 0, 0, 123456, tzinfo=timezone(timedelta())), "789"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-01-31",
        "2026-01-31T08:00:00",
        "2026-01-31T08:00Z",
        "2026-02-30T08:00:00Z",
        "2026-01-31T24:00:00Z",
        "2026-01-31T08:00:61Z",
        "2026-01-31T08:00:00+24:00",
        "2026-01-31T08:00:00+08:60",
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:60Z",
        "20260131T080000Z",
        "2026-01-31T08:00:00Z\n",
        "２０２６-01-31T08:00:00Z",
    ],
)
def test_what_is_no_such_time_is_none(text: str) -> None:
    assert parse_moment(text) is None
