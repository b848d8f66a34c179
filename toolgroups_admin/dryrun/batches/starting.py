"""Starting a batch: what it is tried against is kept as it is now, then workers are asked."""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from ..batch_models import Batch, BatchSource
from ..sources import Compiled
from .packing import packed
from .queueing import ask_for_work


class NotReady(Exception):
    """The batch was started already, cancelled, or deleted."""


def start(batch: Batch, *, mapping: Sequence[str], prompt: str, against: Sequence[tuple[str, Compiled]]) -> None:
    """Starts a batch against one source or two, each by its name; raises NotReady when somebody else did."""
    with transaction.atomic():
        ready = Batch.objects.filter(pk=batch.pk, state=Batch.State.READY)
        now, running = timezone.now(), Batch.State.RUNNING
        if not ready.update(state=running, started_at=now, mapping=list(mapping), prompt=prompt):
            raise NotReady
        for place, (name, compiled) in enumerate(against):
            BatchSource.objects.create(
                batch=batch,
                place=place,
                source=name,
                release=compiled.release,
                digest=compiled.catalog.digest,
                switched_off=sorted(compiled.catalog.switched_off),
                document=packed(compiled.document),
            )
    ask_for_work(batch.pk, times=min(settings.BATCH_PROCESSES, batch.chunks.count()))


def cancel(batch: Batch) -> bool:
    """Ends a batch where it is; workers see it before their next chunk. Says whether it was running."""
    running = Batch.objects.filter(pk=batch.pk, state=Batch.State.RUNNING)
    return bool(running.update(state=Batch.State.CANCELLED, finished_at=timezone.now()))
