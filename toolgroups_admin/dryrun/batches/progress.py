"""How far a batch is, read from its chunks."""

from dataclasses import dataclass
from datetime import timedelta
from math import ceil

from django.db.models import Count, Q, Sum
from django.utils import timezone

from ..batch_models import Batch

WINDOW = timedelta(seconds=10)
LONG_SILENCE = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Progress:
    """Lines done of all, lines a second at present, the seconds left (None when nothing is known), and who works."""

    done: int
    lines: int
    rate: float
    workers: int
    silent: bool

    @property
    def percent(self) -> int:
        return self.done * 100 // self.lines if self.lines else 100

    @property
    def seconds_left(self) -> int | None:
        return ceil((self.lines - self.done) / self.rate) if self.rate else None

    @property
    def left(self) -> str:
        """The time left as minutes and seconds."""
        seconds = self.seconds_left or 0
        return f"{seconds // 60}:{seconds % 60:02}"


def progress(batch: Batch) -> Progress:
    """How far a batch is, by one query; `silent` when nobody has taken a chunk for long."""
    now = timezone.now()
    since = max(batch.started_at or now, now - WINDOW)
    sums = batch.chunks.order_by().aggregate(
        done=Sum("lines", filter=Q(done_at__isnull=False)),
        recent=Sum("lines", filter=Q(done_at__gte=since)),
        workers=Count("pk", filter=Q(done_at__isnull=True, lease_until__gte=now)),
    )
    workers = sums["workers"]
    rate = (sums["recent"] or 0) / max((now - since).total_seconds(), 1)
    silent = not workers and not rate and batch.is_running and now - (batch.started_at or now) > LONG_SILENCE
    return Progress(sums["done"] or 0, batch.lines, rate, workers, silent)
