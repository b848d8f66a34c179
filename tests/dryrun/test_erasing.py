"""Erasing an account: nothing that was kept of it is left, everything else is, and the log says how much."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from tests.dryrun.batches import Queue, against, done, lines, received, started
from tests.dryrun.scenarios import scenario, shop
from tests.releases.pages import words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.dryrun.batch_models import BatchChunk
from toolgroups_admin.dryrun.batches.judging import judge_of
from toolgroups_admin.dryrun.batches.leasing import LeaseLost, close, take_one
from toolgroups_admin.dryrun.batches.packing import unpacked
from toolgroups_admin.dryrun.batches.results import totals
from toolgroups_admin.dryrun.erasing import Kept, erase, kept_of
from toolgroups_admin.dryrun.history_models import Erasure, ScenarioChange
from toolgroups_admin.dryrun.keeping import keep
from toolgroups_admin.dryrun.models import DryRun, Scenario
from toolgroups_admin.dryrun.scenarios import take

pytestmark = pytest.mark.django_db
ACCOUNT = '张"三\\1'
PAGE = "/admin/dryrun/erasure/add/"


def of(account: Any, text: str = "天气") -> dict[str, Any]:
    return {"prompt": "p", "account_id": account, "messages": [{"role": "user", "content": text}]}


@pytest.fixture
def kept(ada: User, queue: Queue) -> None:
    """Something of the account and of another one, in every place."""
    apply_import(plan_import(shop()), by=None)
    for account in (ACCOUNT, "other"):
        keep(of(account), source="draft", by=ada)
        take([{**scenario(name=f"of {account}"), "context": of(account)}], ada)
    rows = [json.dumps(of(account)) for account in (ACCOUNT, "other")]
    done(queue, received("\n".join(rows)))


def test_all_of_an_account_goes_and_all_else_stays(kept: None, ada: User) -> None:
    assert kept_of(ACCOUNT) == Kept(1, 1, 1, 1)

    assert erase(ACCOUNT, by=ada) == Kept(1, 1, 1, 1)

    assert kept_of(ACCOUNT).is_nothing
    assert kept_of("other") == Kept(1, 1, 1, 1)
    assert [json.loads(row.context)["account_id"] for row in DryRun.objects.all()] == ["other"]
    assert [row.name for row in Scenario.objects.all()] == ["of other"]
    assert [row.name for row in ScenarioChange.objects.all()] == ["of other"]


def test_a_line_keeps_its_verdict_and_loses_its_cells(queue: Queue) -> None:
    text = "text,account_id,attributes.n\n天气,ada,1\n天气,bob,1\n天气,ada,x\n"
    batch = done(queue, received(text), mapping=["user", "account_id", "attribute_number"])

    assert erase("ada", by=None).batch_lines == 2

    batch.refresh_from_db()
    assert [(line.cells, line.hits, line.faults) for line in lines(batch)] == [
        (None, ["weather"], []),
        (["天气", "bob", "1"], ["weather"], []),
        (None, [], []),
    ]
    assert totals(batch).errors == 0


def test_a_line_that_a_worker_is_busy_with_is_judged_again_without_it(queue: Queue) -> None:
    batch = started(received("text,account_id\n天气,ada\n你好,bob\n"), sources=[against()])
    chunk = take_one(batch.pk)
    assert chunk
    judged = judge_of(batch).judged(unpacked(chunk.rows))

    erase("ada", by=None)

    with pytest.raises(LeaseLost):
        close(chunk, judged)
    queue.work_off()
    batch.refresh_from_db()
    assert [(line.cells, line.hits) for line in lines(batch)] == [(None, []), (["你好", "bob"], [])]


@pytest.mark.parametrize(
    "cell",
    ['{"prompt":"p","account_id":"u1"}', '{"prompt":"p","account_id":"\\u00751"}', '{"prompt":"p","account_id":"u1"'],
)
def test_it_is_found_in_json_however_it_is_spelled(cell: str) -> None:
    received(f"{cell}\n{{}}\n")

    assert kept_of("u1").batch_lines == 1


def test_a_number_is_found_by_its_digits(ada: User) -> None:
    keep(of(1001), source="draft", by=ada)

    assert kept_of("1001").dry_runs == 1
    assert kept_of("100").dry_runs == 0


def test_nowhere_in_the_database_is_the_account_left(kept: None) -> None:
    erase(ACCOUNT, by=None)

    tables = connection.introspection.table_names()
    with connection.cursor() as cursor:
        for table in (table for table in tables if table.startswith(("dryrun_", "django_admin_log"))):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            assert "张" not in repr(cursor.fetchall())
    assert not any("张" in repr(unpacked(chunk.rows)) for chunk in BatchChunk.objects.all())


def test_the_page_counts_first_and_then_erases(browser: Client, kept: None, ada: User) -> None:
    counted = browser.post(PAGE, {"account": ACCOUNT})
    before = Erasure.objects.count()
    erased = browser.post(PAGE, {"account": ACCOUNT, "erase": "1"}, follow=True)

    assert counted.context["kept"] == Kept(1, 1, 1, 1)
    assert (before, kept_of(ACCOUNT).is_nothing) == (0, True)
    [entry] = Erasure.objects.all()
    assert (entry.by, entry.dry_runs, entry.batch_lines) == (ada, 1, 1)
    assert "张" not in words_of(erased)
    assert "Nothing is kept" in words_of(browser.post(PAGE, {"account": ACCOUNT, "erase": "1"}))


def test_the_command_says_asks_and_erases(kept: None) -> None:
    said = io.StringIO()
    call_command("erase_account", ACCOUNT, "--dry-run", stdout=said)
    for answer in ("n\n", ""):
        with pytest.raises(CommandError, match="Nothing was erased"):
            call_command("erase_account", ACCOUNT, stdin=io.StringIO(answer), stdout=said)
    call_command("erase_account", ACCOUNT, stdin=io.StringIO("Y\n"), stdout=said)
    call_command("erase_account", ACCOUNT, "--yes", stdout=said)

    counts = "dry runs 1, scenarios 1, entries of their history 1, lines of batches 1."
    none = "dry runs 0, scenarios 0, entries of their history 0, lines of batches 0."
    kept_then, asked = f"Kept of this account: {counts}\n", "Erase all of it? [y/N] "
    erased = f"Erased: {counts}\nKept of this account: {none}\n"
    assert said.getvalue() == kept_then + (kept_then + asked) * 3 + erased
