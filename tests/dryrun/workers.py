"""Real workers of Celery on a queue of their own, one of which can be killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from celery import Celery
from django.utils import timezone

from toolgroups_admin.dryrun.batch_models import Batch, BatchChunk
from toolgroups_admin.dryrun.batches.queueing import TASK
from toolgroups_admin.engine import ChatContext, Resolution

ROOT = Path(__file__).resolve().parents[2]
Proceed = Callable[[ChatContext], Resolution]


def slowly(context: ChatContext, proceed: Proceed) -> Resolution:
    """An interceptor that takes its time, so that a worker can be killed in the middle of something."""
    time.sleep(0.0015)
    return proceed(context)


class Workers:
    """Workers that share a folder as their queue; `ask` puts work into it."""

    def __init__(self, folder: Path, number: int, **environment: str) -> None:
        self.folder = folder
        messages, control = folder / "celery" / "messages", folder / "celery" / "control"
        for each in (messages, control):
            each.mkdir(parents=True)
        files = {"data_folder_in": str(messages), "data_folder_out": str(messages), "control_folder": str(control)}
        self.queue = Celery(broker="filesystem://", broker_transport_options=files, set_as_current=False)
        own = {"VAR_DIR": str(folder), "REDIS_URL": "", "DJANGO_SETTINGS_MODULE": "toolgroups_admin.settings"}
        self.processes = [self._started(place, {**os.environ, **own, **environment}) for place in range(number)]

    def _started(self, place: int, environment: dict[str, str]) -> "subprocess.Popen[bytes]":
        command = ("-m", "celery", "--quiet", "-A", "toolgroups_admin.celery", "worker", "--pool", "solo")
        options = ("--loglevel", "warning", "--without-gossip", "--without-mingle", "--hostname", f"w{place}@%h")
        with (self.folder / f"worker-{place}").open("w") as output:
            return subprocess.Popen(
                (sys.executable, *command, *options), cwd=ROOT, env=environment, stdout=output, stderr=output
            )

    def ask(self, batch: UUID) -> None:
        self.queue.send_task(TASK, [str(batch)])

    def kill(self, place: int) -> None:
        self.processes[place].send_signal(signal.SIGKILL)
        self.processes[place].wait()

    def memory(self, place: int) -> int:
        """Kilobytes that a worker holds; 0 when it is gone."""
        try:
            status = Path(f"/proc/{self.processes[place].pid}/status").read_text()
        except FileNotFoundError:
            return 0
        return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")), 0)

    def said(self) -> str:
        return "".join(file.read_text() for file in sorted(self.folder.glob("worker-*")))

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
        self.queue.close()


@contextmanager
def workers(folder: Path, number: int, **environment: str) -> Iterator[Workers]:
    """Some workers, all of which are gone afterwards."""
    started = Workers(folder, number, **environment)
    try:
        yield started
    finally:
        started.end()


def held(batch: Batch) -> int:
    """How many chunks are being worked on."""
    return BatchChunk.objects.filter(batch=batch, done_at__isnull=True, lease_until__gt=timezone.now()).count()


def wait_until(true: Callable[[], bool], *, seconds: float, said: Callable[[], str]) -> None:
    """Waits for something, and fails with what the workers said when it does not come."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, said()
        time.sleep(0.05)
