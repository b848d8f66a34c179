"""Rules on the time of the request."""

from dataclasses import dataclass
from datetime import datetime, time, tzinfo
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ..rule import Evidence, Rule, Verdict, shown_verdict
from . import reasons
from .moments import Moment

if TYPE_CHECKING:
    from ..judging import Judging


class Window(NamedTuple):
    """Hours of some days of the week (Monday is 0); past midnight when `end` is not after `start`."""

    days: frozenset[int]
    start: time
    end: time

    def holds(self, day: int, clock: time) -> bool:
        """True when the wall clock of that day stands inside, or in the part that began the day before."""
        if self.start < self.end:
            return day in self.days and self.start <= clock < self.end
        return (day in self.days and self.start <= clock) or ((day - 1) % 7 in self.days and clock < self.end)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Schedule(Rule):
    """True from `begins` until just before `ends`, and inside one of the weekly windows if there are any.

    Windows go by the wall clock of the zone, so they move with daylight saving.
    """

    kind: ClassVar[str] = "schedule"
    cost: ClassVar[int] = 3
    begins: Moment | None
    ends: Moment | None
    windows: tuple[Window, ...]
    zone: tzinfo
    shown: tuple[str | None, str | None, tuple[str, ...]]  # the same as a person wrote it

    def judge(self, judging: "Judging") -> Verdict:
        return self._judged(judging.now)[0]

    def explain(self, judging: "Judging") -> Evidence:
        now = judging.now
        verdict, reason = self._judged(now)
        begins, ends, windows = self.shown
        expected = {reasons.NOT_YET: begins, reasons.OVER: ends, reasons.OUTSIDE_WINDOWS: windows}.get(reason)
        local = now if reason == reasons.TIME_OUT_OF_RANGE else now.astimezone(self.zone)
        return Evidence(shown_verdict(verdict), reason, local.isoformat(), expected)

    def _judged(self, now: datetime) -> tuple[Verdict, str]:
        try:
            local = now.astimezone(self.zone)
        except OverflowError:
            return None, reasons.TIME_OUT_OF_RANGE
        moment = Moment(now)
        if self.begins is not None and moment < self.begins:
            return False, reasons.NOT_YET
        if self.ends is not None and moment >= self.ends:
            return False, reasons.OVER
        day, clock = local.weekday(), local.time()
        if self.windows and not any(window.holds(day, clock) for window in self.windows):
            return False, reasons.OUTSIDE_WINDOWS
        return True, reasons.IN_SCHEDULE
