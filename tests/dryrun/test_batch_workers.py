"""Two real workers share a batch, one of them is killed in the middle, and every line is there once."""

from pathlib import Path
from typing import Any

import pytest

from tests.dryrun.batches import against, received, started
from tests.dryrun.workers import held, wait_until, workers
from tests.releases.processes import database_address
from toolgroups_admin.dryrun.batch_models import Batch
from toolgroups_admin.dryrun.batches.queueing import ask_instead
from toolgroups_admin.dryrun.batches.results import all_lines, totals
from toolgroups_admin.dryrun.batches.working import sweep

LINES = 2_000
PATIENCE_SECONDS = 120


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_a_worker_that_is_killed_loses_no_line_and_doubles_none(settings: Any, tmp_path: Path) -> None:
    settings.BATCH_CHUNK_LINES, settings.BATCH_PROCESSES = 250, 2
    environment = {"BATCH_LEASE_SECONDS": "1", "TOOLGROUPS_INTERCEPTORS": "tests.dryrun.workers.slowly"}
    batch = received("text\n" + "天气\n你好\n" * (LINES // 2))

    with workers(tmp_path, 2, DATABASE_URL=database_address(), **environment) as two:
        ask_instead(two.ask)
        started(batch, sources=[against()])
        wait_until(lambda: held(batch) == 2, seconds=PATIENCE_SECONDS, said=two.said)
        two.kill(0)
        wait_until(lambda: is_done(batch), seconds=PATIENCE_SECONDS, said=two.said)

    found = list(all_lines(batch))
    assert [line.number for line in found] == list(range(2, LINES + 2))
    assert [line.hits for line in found] == [["weather"], []] * (LINES // 2)
    assert totals(batch).lines == LINES
    assert batch.chunks.filter(attempt__gt=1).exists()  # what the killed one had; on a busy machine perhaps more


def is_done(batch: Batch) -> bool:
    sweep()
    batch.refresh_from_db()
    return batch.state == Batch.State.DONE
