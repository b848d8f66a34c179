"""Builders of files and batches for tests, and somebody who works them off at once."""

import io
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from tests.dryrun.scenarios import shop
from toolgroups_admin.dryrun.batch_models import Batch
from toolgroups_admin.dryrun.batches.receiving import receive
from toolgroups_admin.dryrun.batches.results import Line, lines_page
from toolgroups_admin.dryrun.batches.starting import start
from toolgroups_admin.dryrun.batches.working import work
from toolgroups_admin.dryrun.sources import Compiled
from toolgroups_admin.engine import compile_catalog

Json = dict[str, Any]
PEOPLE = "text,account_id,attributes.plan\n上海天气,ada,premium\n我的订单,bob,\n你好,ada,\n"


class Queue(list[UUID]):
    """Stands in for the queue of tasks: keeps who asked, and works it off when told to."""

    def work_off(self) -> None:
        while self:
            work(self.pop())


def against(document: Json | None = None) -> Compiled:
    """A source of this document; without one, of the shop."""
    document = document or shop()
    return Compiled(document, compile_catalog(document))


def received(text: str | bytes = PEOPLE, **options: Any) -> Batch:
    """A batch of a file with this text."""
    data = text if isinstance(text, bytes) else text.encode()
    return receive(io.BytesIO(data), name="people.csv", by=None, **options)


def started(
    batch: Batch | None = None, *, sources: Sequence[Compiled] = (), prompt: str = "p", **changes: Any
) -> Batch:
    """A batch that was started as its columns were understood."""
    batch = batch or received()
    sources = sources or [against()]
    mapping = changes.get("mapping") or list(batch.mapping or ())
    start(batch, mapping=mapping, prompt=prompt, against=[(f"s{place}", each) for place, each in enumerate(sources)])
    batch.refresh_from_db()
    return batch


def done(queue: Queue, batch: Batch | None = None, **options: Any) -> Batch:
    """A batch that was started and worked off."""
    batch = started(batch, **options)
    queue.work_off()
    batch.refresh_from_db()
    return batch


def lines(batch: Batch, show: str = "all") -> list[Line]:
    """The first page of lines."""
    return lines_page(batch, show, 1)[0]
