"""The result of a batch: on its page, and as files."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from ..batch_models import Batch
from ..choosing import source_label
from .downloading import as_csv, as_json_lines
from .guarding import for_those_who, found
from .headings import headings
from .results import ALL, CHANGED, ERRORS, LINES_A_PAGE, lines_page, totals


def result_page(request: HttpRequest, batch: Batch) -> dict[str, Any]:
    """What the page of a batch that has ended shows: totals, and one page of its lines."""
    show = request.GET.get("show", ALL)
    number = request.GET.get("p", "1")
    lines, count = lines_page(batch, show, int(number) if number.isdecimal() and len(number) < 8 else 1)
    paginator = Paginator(range(count), LINES_A_PAGE)
    return {
        "totals": totals(batch),
        "sources": [_label(*source) for source in batch.sources.values_list("source", "release")],
        "headings": headings(batch),
        "lines": lines,
        "show": show,
        "shown_group": show.removeprefix("group:") if show.startswith("group:") else "",
        "shows": {"all": ALL, "errors": ERRORS, "changed": CHANGED},
        "page": paginator.get_page(number),
    }


@for_those_who("view")
@require_GET
def csv_file(request: HttpRequest, batch_id: UUID) -> StreamingHttpResponse:
    """Every line with its hits, for spreadsheets."""
    batch = found(batch_id)
    return _file(as_csv(batch), f"{batch.name}.csv", "text/csv; charset=utf-8")


@for_those_who("view")
@require_GET
def json_lines(request: HttpRequest, batch_id: UUID) -> StreamingHttpResponse:
    """Every line with its hits, for programs."""
    batch = found(batch_id)
    return _file(as_json_lines(batch), f"{batch.name}.jsonl", "application/x-ndjson")


def _file(lines: Iterator[str], name: str, kind: str) -> StreamingHttpResponse:
    disposition = f"attachment; filename*=UTF-8''{quote(name)}"
    return StreamingHttpResponse(lines, content_type=kind, headers={"Content-Disposition": disposition})


def _label(source: str, release: int | None) -> str:
    label = source_label(source)
    return f"{label} · {release}" if release and not source.startswith("release:") else label
