"""Taking a file or the scenarios in: cut into chunks, each written at once, so that no machine holds it all."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, BinaryIO

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import json_text
from toolgroups_admin.engine import MalformedJSON, decode_json

from ..batch_models import Batch, BatchChunk
from ..keeping import NEVER_KEPT
from ..scenarios import written_scenarios
from .columns import WHOLE, guessed
from .faults import BadFile
from .headings import CONTEXT, SCENARIO, SCENARIOS
from .packing import packed
from .reading import Row, rows_of
from .sniffing import layout_of

CHUNK_CHARACTERS = 1_000_000


def receive(file: BinaryIO, *, name: str, by: User | None, encoding: str = "") -> Batch:
    """A batch of the lines of a file, whose columns somebody has to confirm; raises BadFile, and then keeps nothing."""
    layout = layout_of(file, encoding=encoding)
    file.seek(0)
    columns, rows = rows_of(file, layout)
    found = {"encoding": layout.encoding, "kind": layout.kind, "separator": layout.separator}
    return _received(rows, name=name, by=by, columns=columns, mapping=guessed(columns), found=found)


def receive_scenarios(*, name: str, by: User | None) -> Batch:
    """A batch of all scenarios; raises BadFile when there are none."""
    scenarios = enumerate(written_scenarios(), 1)
    rows = ((number, [scenario.name, json_text(dict(scenario.context))]) for number, scenario in scenarios)
    columns = [SCENARIO, CONTEXT]
    return _received(rows, name=name, by=by, columns=columns, mapping=["", WHOLE], found={"kind": SCENARIOS})


def _received(rows: Iterable[Row], *, name: str, by: User | None, **columns: Any) -> Batch:
    expires = timezone.now() + timedelta(days=settings.BATCH_DAYS)
    batch = Batch.objects.create(name=name[:200], by=by, expires_at=expires, **columns)
    try:
        for number, (first, chunk) in enumerate(_chunks(rows)):
            BatchChunk.objects.create(batch=batch, number=number, first=first, lines=len(chunk), rows=packed(chunk))
            batch.lines = first + len(chunk)
        if not batch.lines:
            raise BadFile(_("There are no lines below the heading. Upload a file with at least one."))
        batch.state = Batch.State.READY
        batch.save(update_fields=["state", "lines"])
    except BaseException:
        batch.delete()
        raise
    return batch


def _chunks(rows: Iterable[Row]) -> Iterator[tuple[int, list[Row]]]:
    """The rows in portions, each with the number of rows before it."""
    chunk: list[Row] = []
    before = characters = 0
    for number, cells in rows:
        chunk.append((number, [_keepable(cell) for cell in cells]))
        characters += sum(map(len, cells))
        if len(chunk) >= settings.BATCH_CHUNK_LINES or characters >= CHUNK_CHARACTERS:
            yield before, chunk
            before, chunk, characters = before + len(chunk), [], 0
        if before + len(chunk) > settings.BATCH_MOST_LINES:
            words = _("There are more than {most} lines. Split the file.")
            raise BadFile(words.format(most=f"{settings.BATCH_MOST_LINES:,}"))
    if chunk:
        yield before, chunk


def _keepable(cell: str) -> str:
    """A cell without a tool context, which is never stored (contract 14)."""
    if cell.lstrip()[:1] != "{" or not ("tool_context" in cell or "\\u00" in cell):
        return cell
    try:
        context = decode_json(cell.encode())
    except MalformedJSON:
        return "{"
    kept = {member: value for member, value in context.items() if member not in NEVER_KEPT}
    return cell if len(kept) == len(context) else json_text(kept)
