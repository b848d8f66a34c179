"""Names that an executor may have: connections and functions that other rooms know, and those that the draft uses."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, get_args

from .models import Tool

Source = Callable[[], Iterable[str]]
What = Literal["connection", "function"]

WHAT: Final[tuple[What, ...]] = get_args(What)

_sources: list[tuple[What, Source]] = []


def register_executor_names(what: What, source: Source) -> None:
    """Has editors of tools offered what `source()` gives at that moment."""
    _sources.append((what, source))


def withdraw_executor_names(what: What, source: Source) -> None:
    """No longer asks `source`."""
    _sources.remove((what, source))


def executor_names() -> Mapping[What, list[str]]:
    """All names known of each kind, each once, in order; one query."""
    rows = Tool.objects.order_by().exclude(executor={"kind": "client"})
    used = list(rows.values_list("executor", flat=True).distinct())
    known = {what: {name for asked, source in _sources if asked == what for name in source()} for what in WHAT}
    return {what: sorted(known[what].union(filter(None, (_named(each, what) for each in used)))) for what in WHAT}


def _named(executor: Any, what: What) -> str:
    name = executor.get(what) if isinstance(executor, dict) else None
    return name if isinstance(name, str) else ""
