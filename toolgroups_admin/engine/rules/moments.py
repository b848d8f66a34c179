"""Moments as RFC 3339 writes them, compared to the last digit."""

import re
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

_FORM = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)
_LEAP_SECOND = 60


class Moment(NamedTuple):
    """A point in time; `rest` holds the decimals of the second that a datetime cannot, without zeros at the end."""

    at: datetime
    rest: str = ""


def parse_moment(text: str) -> Moment | None:
    """The moment that an RFC 3339 text with offset names, or None when it is no such text."""
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = map(int, found.groups()[:6])
    fraction, sign, hours, minutes = found.groups()[6:]
    leap = second == _LEAP_SECOND
    micros, rest = int((fraction or "").ljust(6, "0")[:6]), (fraction or "")[6:].rstrip("0")
    try:
        zone = timezone(_offset(sign, hours, minutes))
        at = datetime(year, month, day, hour, minute, second - leap, micros, zone)
        return Moment(at + timedelta(seconds=leap), rest)
    except (ValueError, OverflowError):
        return None


def _offset(sign: str | None, hours: str, minutes: str) -> timedelta:
    if sign is None:
        return timedelta()
    if int(minutes) >= 60:
        raise ValueError(minutes)
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    return -offset if sign == "-" else offset
