"""Every call leaves a line and a row, and neither holds a value."""

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.releases.pages import words_of
from tests.traffic.calls import tool_call
from toolgroups_admin.execution import CallResult
from toolgroups_admin.traffic.clearing import clear_old
from toolgroups_admin.traffic.models import ToolCall
from toolgroups_admin.traffic.recording import Circumstances, record_calls
from toolgroups_admin.traffic.writing import Writer

CANARY = "canary-5a1d"


def test_a_call_leaves_sizes_and_no_values(db: Any, caplog: pytest.LogCaptureFixture) -> None:
    writer = Writer()
    result = CallResult(id="c1", name="w", key="get_weather", text=f"{CANARY}é", outcome="ok", seconds=0.25)

    with caplog.at_level(logging.INFO, "toolgroups_admin.traffic.recording"):
        record_calls(
            [result],
            {"c1": {"city": CANARY}},
            {"get_weather": "http"},
            circumstances=Circumstances(environment="production", release=7, decision="d1", prompt="p"),
            writer=writer,
        )
    writer.flush()

    [line] = [record.getMessage() for record in caplog.records]
    said = json.loads(line.removeprefix("tool_call "))
    row = ToolCall.objects.get()
    assert CANARY not in line
    assert CANARY not in str(vars(row))
    assert (said["tool"], said["outcome"], said["milliseconds"]) == ("get_weather", "ok", 250)
    assert (row.executor, row.argument_bytes, row.answer_bytes) == ("http", 23, 13)


def test_old_records_go(db: Any) -> None:
    tool_call(at=timezone.now() - timedelta(days=31))
    kept = tool_call()

    assert clear_old() == 1
    assert ToolCall.objects.get() == kept


def test_the_list_says_what_came_of_each_call(browser: Client) -> None:
    row = tool_call(outcome="timed_out", tool="get_order")

    page = words_of(browser.get("/admin/traffic/toolcall/"))
    one = words_of(browser.get(f"/admin/traffic/toolcall/{row.pk}/change/"))

    assert "get_order" in page
    assert "timed out" in page
    assert row.decision in one
