"""Scenarios against groups, as a table of which only a window is worked out and shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolgroups_admin.engine import ChatContext, EngineError, Resolution, resolve
from toolgroups_admin.releases.interceptors import configured_interceptors

from .checking import AS_JSON
from .expectations import Expectations
from .failures import holds
from .models import Scenario
from .scenarios import written
from .sources import Compiled
from .trying import Refused, checked

ROWS, COLUMNS = 50, 40
HIT, MISS, NOTHING = "hit", "miss", ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A group in a scenario: what is expected of it and what it does, `hit`, `miss`, or nothing."""

    group: str
    expected: str
    actual: str

    @property
    def is_broken(self) -> bool:
        """Whether it does something else than is expected."""
        return self.expected not in (NOTHING, self.actual)


@dataclass(frozen=True, slots=True)
class Row:
    """A scenario with its cells; `passed` tells of all that it expects, tools and texts too."""

    scenario: Scenario
    passed: bool
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Window:
    """Which of how many are shown, from 0."""

    page: int
    size: int
    number: int

    @property
    def first(self) -> int:
        """The place of the first one that is shown."""
        return self.page * self.size

    @property
    def pages(self) -> int:
        """How many windows there are."""
        return max(1, -(-self.number // self.size))

    @property
    def before(self) -> int | None:
        """The window before this one."""
        return self.page - 1 if self.page else None

    @property
    def after(self) -> int | None:
        """The window after this one."""
        return self.page + 1 if self.page + 1 < self.pages else None


@dataclass(frozen=True, slots=True)
class Matrix:
    """A window of the table."""

    groups: Sequence[str]
    rows: Sequence[Row]
    down: Window
    across: Window


def matrix_of(prompt: str, compiled: Compiled, *, down: int = 0, across: int = 0) -> Matrix:
    """The scenarios of a prompt by name against its groups in order; windows that are not there are the nearest."""
    scenarios = Scenario.objects.filter(prompt=prompt).order_by("name")
    groups = _groups(prompt, compiled)
    rows = _window(down, ROWS, scenarios.count())
    columns = _window(across, COLUMNS, len(groups))
    shown = groups[columns.first : columns.first + COLUMNS]
    found = [_row(scenario, compiled, shown) for scenario in scenarios[rows.first : rows.first + ROWS]]
    return Matrix(shown, found, rows, columns)


def _window(page: int, size: int, number: int) -> Window:
    last = max(0, (number - 1) // size)
    return Window(min(max(page, 0), last), size, number)


def _groups(prompt: str, compiled: Compiled) -> list[str]:
    known = compiled.catalog.prompts.get(prompt)
    return [group.name for group in known.groups] if known else []


def _row(scenario: Scenario, compiled: Compiled, groups: Sequence[str]) -> Row:
    expect = written(scenario).expect
    resolution = _answer(scenario.context, compiled)
    cells = [Cell(name, _expected(name, expect), _actual(name, resolution)) for name in groups]
    return Row(scenario, resolution is not None and holds(expect, resolution), cells)


def _answer(context: Mapping[str, object], compiled: Compiled) -> Resolution | None:
    """What the source answers; None where it cannot be asked, which the page of the scenario explains."""
    try:
        asked: ChatContext = checked(context, AS_JSON)
        return resolve(compiled.catalog, asked, interceptors=configured_interceptors())
    except (Refused, EngineError):
        return None


def _expected(name: str, expect: Expectations) -> str:
    return HIT if name in expect.hits else MISS if name in expect.misses else NOTHING


def _actual(name: str, resolution: Resolution | None) -> str:
    if resolution is None:
        return NOTHING
    return HIT if name in resolution.groups else MISS
