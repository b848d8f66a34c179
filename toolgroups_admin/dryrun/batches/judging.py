"""Judging rows: the engine's own answers, by one source or by two, and what they come to together."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from django.utils.translation import gettext_noop

from toolgroups_admin.engine import (
    Catalog,
    ChatContext,
    Fault,
    InterceptorFailed,
    InvalidContext,
    Resolution,
    UnknownGroup,
    UnknownName,
    UnknownPrompt,
    compile_catalog,
    parse_context,
    resolve,
    with_switches,
)
from toolgroups_admin.releases.interceptors import configured_interceptors
from toolgroups_admin.releases.questions import bounds

from ..batch_models import Batch, BatchSource
from .columns import BadLine, Mapping
from .packing import unpacked
from .reading import Row

KEPT_CATALOGS = 4
MOST_FAULTS = 3
SAME, GROUPS, TOOLS, WORDS = "", "groups", "tools", "words"  # what differs between two sources, the first that does


@dataclass(frozen=True, slots=True)
class Judged:
    """A chunk's result: names of groups, for each row its hits by their places, and the chunk's totals."""

    names: list[str]
    rows: list[list[Any]]
    totals: dict[str, Any]
    errors: int
    changed: int

    def result(self) -> dict[str, Any]:
        """As it is stored: each row is [line, hits of the first, hits of the second or null, what differs, faults]."""
        return {"groups": self.names, "rows": self.rows}


@dataclass(slots=True)
class _Tally:
    """Names of groups by their places, and how often each was hit: by each source, and by both."""

    names: dict[str, int] = field(default_factory=dict)
    hits: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    both: Counter[str] = field(default_factory=Counter)

    def places(self, groups: Iterable[str]) -> list[int]:
        return [self.names.setdefault(name, len(self.names)) for name in groups]


@dataclass(frozen=True, slots=True)
class Judge:
    """What a batch is judged by."""

    mapping: Mapping
    catalogs: Sequence[Catalog]

    def judged(self, rows: Iterable[Row], between: Callable[[], None] = lambda: None) -> Judged:
        """Every row judged, in order; `between` is called before each and may raise to give up."""
        tally, results, errors, changed = _Tally(), [], 0, 0
        for line, cells in rows:
            between()
            result = self._row(line, cells, tally)
            results.append(result)
            errors += bool(result[4])
            changed += bool(result[3])
        totals = {"hits": [dict(hits) for hits in tally.hits[: len(self.catalogs)]], "both": dict(tally.both)}
        return Judged(list(tally.names), results, totals, errors, changed)

    def _row(self, line: int, cells: Sequence[str] | None, tally: _Tally) -> list[Any]:
        if cells is None:  # erased
            return [line, [], None, SAME, []]
        try:
            answers = self.answers(cells)
        except BadLine as bad:
            return [line, [], None, SAME, [kept_fault(bad.fault)]]
        except InvalidContext as invalid:
            return [line, [], None, SAME, [kept_fault(fault) for fault in invalid.faults[:MOST_FAULTS]]]
        for answer, hits in zip(answers, tally.hits, strict=False):
            hits.update(answer.groups)
        first, second = answers[0], answers[-1]
        if len(answers) == 1:
            return [line, tally.places(first.groups), None, SAME, []]
        tally.both.update(set(first.groups) & set(second.groups))
        return [line, tally.places(first.groups), tally.places(second.groups), difference(first, second), []]

    def answers(self, cells: Sequence[str]) -> list[Resolution]:
        """What each source makes of a row; raises BadLine and InvalidContext."""
        context = parse_context(self.mapping.context(cells), bounds=bounds(), preview=True)
        return [_resolved(catalog, context) for catalog in self.catalogs]


def difference(first: Resolution, second: Resolution) -> str:
    """The first of groups, tools and words that is not the same."""
    if first.groups != second.groups:
        return GROUPS
    if _sent(first) != _sent(second):
        return TOOLS
    return SAME if first.system_prompt == second.system_prompt else WORDS


def _sent(answer: Resolution) -> list[tuple[Any, ...]]:
    tools = (offer.tool for offer in answer.offers)
    return [(tool.key, tool.name, tool.description, tool.parameters) for tool in tools]


def judge_of(batch: Batch) -> Judge:
    """The judge of a batch; its catalogs are compiled once a process while they are in use."""
    mapping = Mapping(batch.columns, batch.mapping, batch.prompt)
    sources = batch.sources.order_by("place").values_list("pk", "digest", "switched_off")
    return Judge(mapping, [_catalogs.get(pk, digest, frozenset(off)) for pk, digest, off in sources])


class _Catalogs:
    """The catalogs used last, by digest and switches."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, frozenset[str]], Catalog] = OrderedDict()

    def get(self, source: int, digest: str, off: frozenset[str]) -> Catalog:
        with self._lock:
            catalog = self._kept.pop((digest, off), None)
            if catalog is None:
                document = BatchSource.objects.values_list("document", flat=True).get(pk=source)
                catalog = with_switches(compile_catalog(unpacked(document)), off)
            self._kept[digest, off] = catalog
            while len(self._kept) > KEPT_CATALOGS:
                self._kept.popitem(last=False)
            return catalog


_catalogs = _Catalogs()


def _resolved(catalog: Catalog, context: ChatContext) -> Resolution:
    try:
        return resolve(catalog, context, interceptors=configured_interceptors())
    except UnknownName as unknown:
        raise BadLine(_unknown(unknown)) from unknown
    except InterceptorFailed as failed:
        words = gettext_noop("the interceptor “{name}” failed: {error}")
        remedy, params = gettext_noop("A request would fail too. Mend the interceptor."), {"name": failed.name}
        fault = Fault("interceptor_failed", "$", None, words, remedy, {**params, "error": str(failed)})
        raise BadLine(fault) from failed


def _unknown(unknown: UnknownName) -> Fault:
    remedy, name = gettext_noop("Name one that is there."), {"name": unknown.name}
    if isinstance(unknown, UnknownPrompt):
        return Fault("unknown_prompt", "$.prompt", None, gettext_noop("there is no prompt “{name}”"), remedy, name)
    if isinstance(unknown, UnknownGroup):
        return Fault("unknown_group", "$.groups", None, gettext_noop("there is no tool group “{name}”"), remedy, name)
    return Fault("unknown_tool", "$.tools", None, gettext_noop("there is no tool “{name}”"), remedy, name)


def kept_fault(fault: Fault) -> list[Any]:
    """A fault as it is stored: worded when it is shown, in the language of who looks."""
    params = {name: value if isinstance(value, int | float) else str(value) for name, value in fault.params.items()}
    return [fault.path, _shown(fault.value), fault.template, fault.remedy_template, params]


def _shown(value: Any) -> str | None:
    if value is None:
        return None
    return (value if isinstance(value, str) else repr(value))[:200].encode(errors="backslashreplace").decode()
