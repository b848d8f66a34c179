"""Schedules as documents write them, read into rules."""

import re
from datetime import UTC, time, tzinfo
from typing import Final, get_args
from zoneinfo import ZoneInfo

from ..document.rule_specs import Day, ScheduleSpec, WindowSpec
from ..faults import gettext_noop
from ..paths import at
from ..rule import Rule
from .compiling import Compiling
from .moments import Moment, parse_moment
from .schedule import Schedule, Window

_DAYS: Final = get_args(Day)
_OWN_ZONES = frozenset({"Factory", "localtime", "posixrules"})  # they mean something else on each machine
_OTHER_TREES = ("posix/", "right/")  # the second counts leap seconds
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?")


def compile_schedule(spec: ScheduleSpec, path: str, node_id: str, compiling: Compiling) -> Rule | None:
    """The schedule as a rule, or None when a fault was noted; windows without a time zone go by UTC."""
    noted = len(compiling.faults)
    begins = _moment(spec.from_, at(path, "from"), compiling)
    ends = _moment(spec.until, at(path, "until"), compiling)
    zone = _zone(spec.timezone, at(path, "timezone"), compiling)
    windows = [_window(one, at(path, "weekly", place), compiling) for place, one in enumerate(spec.weekly)]
    if spec.from_ is None and spec.until is None and not spec.weekly:
        _refuse_empty(path, compiling)
    if begins is not None and ends is not None and begins >= ends:
        _refuse_reversed(spec.until, at(path, "until"), compiling)
    if len(compiling.faults) > noted:
        return None
    return Schedule(
        id=node_id,
        begins=begins,
        ends=ends,
        windows=tuple(window for window in windows if window is not None),
        zone=zone,
        shown=(spec.from_, spec.until, tuple(map(_shown, spec.weekly))),
    )


def _moment(text: str | None, path: str, compiling: Compiling) -> Moment | None:
    moment = None if text is None else parse_moment(text)
    if text is not None and moment is None:
        compiling.fault(
            "bad_time",
            path,
            text,
            gettext_noop("This is no time with offset as RFC 3339 writes it"),
            gettext_noop("Write it like 2026-01-31T08:00:00+08:00."),
        )
    return moment


def _zone(name: str | None, path: str, compiling: Compiling) -> tzinfo:
    try:
        if name is None:
            return UTC
        if name in _OWN_ZONES or name.startswith(_OTHER_TREES):
            raise KeyError(name)
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        compiling.fault(
            "unknown_timezone",
            path,
            name,
            gettext_noop("There is no such time zone"),
            gettext_noop("Give a name of the IANA list, like Asia/Shanghai."),
        )
        return UTC


def _window(spec: WindowSpec, path: str, compiling: Compiling) -> Window | None:
    start = _clock(spec.start, at(path, "start"), compiling)
    end = _clock(spec.end, at(path, "end"), compiling)
    if not spec.days:
        compiling.fault(
            "no_days",
            at(path, "days"),
            spec.days,
            gettext_noop("A weekly window without days never holds"),
            gettext_noop("Name at least one of: {days}."),
            days=", ".join(_DAYS),
        )
    if start is None or end is None:
        return None
    return Window(frozenset(map(_DAYS.index, spec.days)), start, end)


def _clock(text: str, path: str, compiling: Compiling) -> time | None:
    found = _CLOCK.fullmatch(text)
    if found is None:
        compiling.fault(
            "bad_clock",
            path,
            text,
            gettext_noop("This is no time of day"),
            gettext_noop("Write it like 08:30, from 00:00 to 23:59; midnight is 00:00."),
        )
        return None
    hour, minute, second = (int(part or 0) for part in found.groups())
    return time(hour, minute, second)


def _refuse_empty(path: str, compiling: Compiling) -> None:
    compiling.fault(
        "empty_schedule",
        path,
        None,
        gettext_noop("A schedule without from, until and weekly would always hold"),
        gettext_noop("Add one of them, or use the kind always."),
    )


def _refuse_reversed(until: str | None, path: str, compiling: Compiling) -> None:
    compiling.fault(
        "empty_period",
        path,
        until,
        gettext_noop("The schedule ends before it begins, so it never holds"),
        gettext_noop("Give an until that is later than from."),
    )


def _shown(spec: WindowSpec) -> str:
    return f"{', '.join(spec.days)} {spec.start}–{spec.end}"
