"""Names that an executor may have: connections and functions that other rooms know, and those that the draft uses."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from .models import Tool

Source = Callable[[], Iterable[str]]
What = Literal["connection", "function"]

_sources: list[tuple[What, Source]] = []


def register_executor_names(what: What, source: Source) -> None:
    """Has editors of tools offered what `source()` gives at that moment."""
    _sources.append((what, source))


def withdraw_executor_names(what: What, source: Source) -> None:
    """No longer asks `source`."""
    _sources.remove((what, source))


def executor_names(what: What) -> list[str]:
    """All names known, each once, in order."""
    known = {name for asked, source in _sources if asked == what for name in source()}
    used = Tool.objects.order_by().exclude(executor={"kind": "client"}).values_list("executor", flat=True).distinct()
    return sorted({*known, *(name for executor in used if (name := _named(executor, what)))})


def _named(executor: Any, what: What) -> str:
    name = executor.get(what) if isinstance(executor, dict) else None
    return name if isinstance(name, str) else ""
