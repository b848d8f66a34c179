"""What came of a batch: totals by group, and its lines by pages, unpacked chunk by chunk."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from toolgroups_admin.catalog.fault_words import in_words
from toolgroups_admin.engine import Fault

from ..batch_models import Batch, BatchChunk
from .headings import headings
from .packing import unpacked
from .working import totals_of

LINES_A_PAGE = 50
ALL, ERRORS, CHANGED, GROUP = "all", "errors", "changed", "group:"


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its cells (None when they were erased), its hits by each source, what differs, and its faults."""

    number: int
    cells: Sequence[str] | None
    hits: Sequence[str]
    second: Sequence[str] | None
    differs: str
    faults: Sequence[str]
    headings: Sequence[str] = ()

    @property
    def named(self) -> list[tuple[str, str]]:
        """The cells, each with the heading of its column; a cell too many has none."""
        return list(zip_longest(self.headings, self.cells or (), fillvalue=""))


@dataclass(frozen=True, slots=True)
class GroupTotal:
    """How often a group was hit: by the first source, by the second, and by both in the same line."""

    name: str
    judged: int
    first: int
    second: int
    both: int

    @property
    def percent(self) -> float:
        """The share of the judged lines that the first source hits, in percent."""
        return round(100 * self.first / self.judged, 1) if self.judged else 0.0

    @property
    def second_percent(self) -> float:
        return round(100 * self.second / self.judged, 1) if self.judged else 0.0

    @property
    def lost(self) -> int:
        """Lines in which only the first hits it."""
        return self.first - self.both

    @property
    def gained(self) -> int:
        """Lines in which only the second hits it."""
        return self.second - self.both

    @property
    def neither(self) -> int:
        return self.judged - self.first - self.gained


@dataclass(frozen=True, slots=True)
class Totals:
    """What all lines that are done come to; groups that were never hit stand apart, by name."""

    lines: int
    errors: int
    changed: int
    groups: Sequence[GroupTotal]
    never: Sequence[str]


def totals(batch: Batch) -> Totals:
    """The totals of a batch that has ended."""
    found = batch.totals or totals_of(batch.pk)
    judged = found["lines"] - found["errors"]
    first, second = ({**hits} for hits in (found["hits"] + [{}, {}])[:2])
    names = sorted({*first, *second}, key=lambda name: (-max(first.get(name, 0), second.get(name, 0)), name))
    groups = [
        GroupTotal(name, judged, first.get(name, 0), second.get(name, 0), found["both"].get(name, 0)) for name in names
    ]
    never = sorted(_groups_of(batch) - {*names})
    return Totals(found["lines"], found["errors"], found["changed"], groups, never)


def lines_page(batch: Batch, show: str, page: int) -> tuple[list[Line], int]:
    """A page of the lines that are done and asked for (all, errors, changed, or `group:NAME`), and how many there are."""
    counts = [(number, _count(show, *rest)) for number, *rest in _chunk_counts(batch, show)]
    wanted, found, before = (page - 1) * LINES_A_PAGE, list[Line](), 0
    for number, count in counts:
        if before + count > wanted and len(found) < LINES_A_PAGE:
            shown = [line for line in lines_of(batch, number) if _is_asked_for(line, show)]
            found += shown[max(wanted - before, 0) :]
        before += count
    return found[:LINES_A_PAGE], before


def all_lines(batch: Batch) -> Iterator[Line]:
    """Every line that is done, in order; one chunk at a time is unpacked."""
    numbers = _done(batch).values_list("number", flat=True)
    for number in list(numbers):
        yield from lines_of(batch, number)


def lines_of(batch: Batch, number: int) -> list[Line]:
    """The lines of a chunk that is done; none when it is gone."""
    chunk = _done(batch).filter(number=number).first()
    if chunk is None:
        return []
    result = unpacked(chunk.result)
    called = headings(batch)
    read = _Reading(result["groups"], called, dict(zip(batch.columns or (), called, strict=True)))
    return [
        read.line(row, cells) for row, (_line_number, cells) in zip(result["rows"], unpacked(chunk.rows), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the rows of a chunk's result leave out: the names of groups and columns."""

    groups: Sequence[str]
    headings: Sequence[str]
    heading_of: Mapping[str, str]

    def line(self, row: list[Any], cells: list[str] | None) -> Line:
        number, first, second, differs, faults = row
        hits, others = ([self.groups[place] for place in places or ()] for places in (first, second))
        words = [self._words(*fault) for fault in faults]
        return Line(number, cells, hits, None if second is None else others, differs, words, self.headings)

    def _words(self, path: str, value: str | None, template: str, remedy: str, params: Any) -> str:
        place = "" if path == "$" else self.heading_of.get(path, path)
        return in_words(Fault("", path, value, template, remedy, params), place)


def _done(batch: Batch) -> Any:
    return BatchChunk.objects.filter(batch=batch, done_at__isnull=False).order_by("number")


def _chunk_counts(batch: Batch, show: str) -> Any:
    columns = ("number", "lines", "errors", "changed", *(["totals"] if show.startswith(GROUP) else []))
    return _done(batch).values_list(*columns)


def _count(show: str, lines: int, errors: int, changed: int, totals: Any = None) -> int:
    if show.startswith(GROUP):
        name = show.removeprefix(GROUP)
        counted = [*(hits.get(name, 0) for hits in totals["hits"]), -totals["both"].get(name, 0)]
        return int(sum(counted))
    return {ERRORS: errors, CHANGED: changed}.get(show, lines)


def _is_asked_for(line: Line, show: str) -> bool:
    if show.startswith(GROUP):
        return show.removeprefix(GROUP) in (*line.hits, *(line.second or ()))
    return {ERRORS: bool(line.faults), CHANGED: bool(line.differs)}.get(show, True)


def _groups_of(batch: Batch) -> set[str]:
    """The groups of the sources' prompts, those that no line could hit left out."""
    documents = (unpacked(document) for document in batch.sources.values_list("document", flat=True))
    return {
        name for document in documents for prompt in document.get("prompts", ()) for name in prompt.get("groups", ())
    }
