"""Writing what happened: a bounded queue that never keeps anybody waiting, and one thread that empties it in batches."""

import atexit
import logging
import os
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from itertools import islice

from django.db import Error as DatabaseError
from django.db import connection
from django.db.models import Model

log = logging.getLogger(__name__)

MOST_WAITING = 10_000
BATCH = 500
PAUSE_SECONDS = 0.5


class Writer:
    """Rows that wait to be written, and the thread that writes them once it is started.

    `put` drops a row when too many wait, and counts it. A batch that the database does not take waits for the next try.
    """

    def __init__(self, *, most: int = MOST_WAITING, write: Callable[[Sequence[Model]], None] | None = None) -> None:
        self.dropped = 0
        self._write = write or write_rows
        self._most = most
        self._waiting: deque[Model] = deque()
        self._thread: threading.Thread | None = None
        self._stopping, self._writing = threading.Event(), threading.Lock()

    @property
    def waiting(self) -> int:
        """How many rows wait to be written."""
        return len(self._waiting)

    def put(self, row: Model) -> None:
        """Has a row written soon, or dropped."""
        if len(self._waiting) >= self._most:
            self.dropped += 1
        else:
            self._waiting.append(row)

    def flush(self) -> None:
        """Writes what waits, in this thread; raises what the database raises, and keeps what it did not take."""
        with self._writing:
            while batch := list(islice(self._waiting, BATCH)):
                self._write(batch)
                for _ in batch:
                    self._waiting.popleft()

    def start(self) -> None:
        """Begins to write by itself."""
        if self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._run, name="traffic", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Writes what still waits, and ends the thread."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def after_fork(self) -> None:
        """In a child process: what waits is the parent's to write, and its thread stayed there."""
        was_started = self._thread is not None
        self._waiting.clear()
        self._thread, self._stopping, self._writing = None, threading.Event(), threading.Lock()
        if was_started:
            self.start()

    def _run(self) -> None:
        told = 0
        while not self._stopping.wait(PAUSE_SECONDS):
            if not self._try():
                connection.close()  # the next try has a new one
            if self.dropped > told:
                log.warning("%s records were dropped since this process began: too many wait", self.dropped)
                told = self.dropped
        self._try()
        connection.close()

    def _try(self) -> bool:
        """Writes what waits; whether the database took it."""
        try:
            self.flush()
        except DatabaseError as error:
            log.warning("%s records wait: the database does not take them (%s)", len(self._waiting), error)
            return False
        except Exception:
            log.exception("a batch of records could not be written and is dropped")
            self._drop_batch()
        return True

    def _drop_batch(self) -> None:
        """What can never be written must not keep the rest from it."""
        for _ in range(min(BATCH, len(self._waiting))):
            self._waiting.popleft()
            self.dropped += 1


def write_rows(rows: Sequence[Model]) -> None:
    """Writes rows of any models, those of one model at once."""
    by_model: dict[type[Model], list[Model]] = defaultdict(list)
    for row in rows:
        by_model[type(row)].append(row)
    for model, alike in by_model.items():
        model._default_manager.bulk_create(alike)


WRITER = Writer()
os.register_at_fork(after_in_child=WRITER.after_fork)
atexit.register(WRITER.stop)
