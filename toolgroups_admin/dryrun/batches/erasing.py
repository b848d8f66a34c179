"""Erasing lines of batches: their cells go, while how they were judged stays for the totals."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from toolgroups_admin.catalog.models import json_text
from toolgroups_admin.engine import MalformedJSON, decode_json

from ..batch_models import Batch, BatchChunk
from .packing import packed, unpacked
from .working import totals_of


def lines_of(account: str) -> int:
    """How many lines hold an account: as a cell, or as the account of a context."""
    return sum(len(_places(rows, account)) for _key, rows in _chunks())


def erase_lines(account: str) -> int:
    """Empties the lines that hold an account; says how many. What a worker is busy with is done again without them."""
    erased, batches = 0, set()
    for key, rows in _chunks():
        if places := _places(rows, account):
            batches.add(_erase(key, places))
            erased += len(places)
    for batch in Batch.objects.filter(pk__in=batches, state__in=[Batch.State.DONE, Batch.State.CANCELLED]):
        batch.totals = totals_of(batch.pk)
        batch.save(update_fields=["totals"])
    return erased


@transaction.atomic
def _erase(key: int, places: list[int]) -> Any:
    chunk = BatchChunk.objects.select_for_update().get(pk=key)
    rows, result = unpacked(chunk.rows), unpacked(chunk.result) if chunk.result else None
    for place in places:
        rows[place][1] = None
        if result:
            result["rows"][place][4] = []  # what was wrong quotes the cells
    chunk.rows = packed(rows)
    if result:
        chunk.result, chunk.errors = packed(result), sum(bool(row[4]) for row in result["rows"])
    else:
        chunk.attempt, chunk.lease_until = chunk.attempt + bool(chunk.lease_until), None
    chunk.save(update_fields=["rows", "result", "errors", "attempt", "lease_until"])
    return chunk.batch_id


def _chunks() -> Iterator[tuple[int, Any]]:
    """Every chunk's rows, one chunk at a time."""
    for key in list(BatchChunk.objects.order_by("pk").values_list("pk", flat=True)):
        data = BatchChunk.objects.filter(pk=key).values_list("rows", flat=True).first()
        if data is not None:
            yield key, unpacked(data)


def _places(rows: list[Any], account: str) -> list[int]:
    spelled = json_text(account)[1:-1]
    return [
        place
        for place, (_line, cells) in enumerate(rows)
        if any(_holds(cell, account, spelled) for cell in cells or ())
    ]


def _holds(cell: str, account: str, spelled: str) -> bool:
    if cell.strip() == account:
        return True
    if cell[:1] != "{" or not (spelled in cell or "\\u" in cell):
        return False
    try:
        context = decode_json(cell.encode())
    except MalformedJSON:
        return True  # no context, but it has the account somewhere
    return context.get("account_id") is not None and str(context["account_id"]) == account
