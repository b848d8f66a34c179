"""`python -m tests.benchmarks.killing [LINES]`: a batch of 100,000 lines or so many on two workers, one killed midway.

In a folder and a database of its own, unless DATABASE_URL names one. Says whether every line is in the result once, how
long it took, and how much memory each process held.
"""

import os
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

import django

from tests.benchmarks.corpora import document, keyword_groups, message

LINES, GROUPS = 100_000, 1_000
MOST_CHARACTERS = 85_000_000  # of all messages: a million lines are short ones, so that the file may be uploaded


def main(lines: int, folder: Path) -> int:
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder / 'db.sqlite3'}")
    os.environ.update(VAR_DIR=str(folder), REDIS_URL="", DJANGO_SETTINGS_MODULE="toolgroups_admin.settings")
    os.environ.update(BATCH_LEASE_SECONDS="10", BATCH_PROCESSES="2")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    return _run(lines, folder)


def _run(lines: int, folder: Path) -> int:
    from tests.dryrun.batches import against
    from tests.dryrun.workers import workers
    from toolgroups_admin.dryrun.batches.queueing import ask_instead
    from toolgroups_admin.dryrun.batches.receiving import receive
    from toolgroups_admin.dryrun.batches.results import all_lines
    from toolgroups_admin.dryrun.batches.starting import start

    path, source = folder / "killing.csv", _written(folder / "killing.csv", lines)
    began, before = time.monotonic(), _peak()
    with path.open("rb") as file:
        batch = receive(file, name="killing.csv", by=None)
    print(f"received {lines:,} lines, {path.stat().st_size / 1e6:.0f} MB: {time.monotonic() - began:.1f} s, ", end="")
    print(f"{(_peak() - before) / 1024:.0f} MB more memory", flush=True)
    with workers(folder / "workers", 2) as two:
        ask_instead(two.ask)
        start(batch, mapping=["user", "account_id"], prompt="p", against=[("made-up", against(source))])
        seconds, memory = _worked_off(batch, two, kill_at=lines * 2 // 5)
    numbers = [line.number for line in all_lines(batch)]
    once = numbers == list(range(2, lines + 2))
    print(f"worked off in {seconds:.1f} s, {lines / seconds:,.0f} lines a second")
    print(f"memory of the worker that lived, MB: {', '.join(str(each // 1024) for each in memory)}")
    print(f"reading the result: {(_peak() - before) / 1024:.0f} MB more memory; every line once: {once}")
    return int(not once)


def _written(path: Path, lines: int) -> dict[str, object]:
    """Writes the file; returns the document that its lines are tried against."""
    rng = random.Random(7)
    keywords = keyword_groups(rng, GROUPS)
    length = min(200, MOST_CHARACTERS // lines)
    texts = [message(rng, length, [rng.choice(rng.choice(keywords)) for _ in range(4)]) for _ in range(500)]
    with path.open("w", encoding="utf-8") as file:
        file.write("text,account\n")
        file.writelines(f"{texts[line % 500]},user-{line}\n" for line in range(lines))
    return document(keywords)


def _worked_off(batch: object, two: object, *, kill_at: int) -> tuple[float, list[int]]:
    """Kills a worker when so many lines are done; sweeps as the clock does, and looks at the other's memory."""
    from tests.dryrun.workers import Workers
    from toolgroups_admin.dryrun.batch_models import Batch
    from toolgroups_admin.dryrun.batches.progress import progress
    from toolgroups_admin.dryrun.batches.working import sweep

    assert isinstance(batch, Batch)
    assert isinstance(two, Workers)
    began, killed, memory = time.monotonic(), False, list[int]()
    while not batch.has_ended:
        time.sleep(0.5)
        sweep()
        batch.refresh_from_db()
        done = progress(batch).done
        if done >= kill_at and not killed:
            two.kill(0)
            killed = True
            print(f"killed one worker after {done:,} lines", flush=True)
        memory.append(two.memory(1))
    return time.monotonic() - began, memory[:: max(len(memory) // 8, 1)]


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else LINES, Path(made)))
