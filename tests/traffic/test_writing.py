"""What happened is written by and by, and never keeps anybody waiting."""

from typing import Any

import pytest
from django.db import Error as DatabaseError

from tests.traffic.calls import call_row
from toolgroups_admin.traffic.models import ToolCall
from toolgroups_admin.traffic.writing import Writer, write_rows


def test_what_waits_is_written_in_order(db: Any) -> None:
    writer = Writer()
    for tool in ("a", "b", "c"):
        writer.put(call_row(tool=tool))

    writer.flush()
    writer.flush()

    assert list(ToolCall.objects.order_by("id").values_list("tool", flat=True)) == ["a", "b", "c"]


def test_what_is_too_much_is_dropped_and_counted(db: Any) -> None:
    writer = Writer(most=2)
    for _ in range(5):
        writer.put(call_row())

    assert writer.waiting == 2
    writer.flush()

    assert (ToolCall.objects.count(), writer.waiting, writer.dropped) == (2, 0, 3)


def test_what_the_database_does_not_take_waits_for_the_next_try(db: Any) -> None:
    tries = [_away, write_rows]
    writer = Writer(write=lambda rows: tries.pop(0)(rows))
    writer.put(call_row())

    writer._try()
    writer.flush()

    assert (ToolCall.objects.count(), writer.dropped) == (1, 0)


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_what_can_never_be_written_does_not_keep_the_rest_from_it() -> None:
    writer = Writer()
    writer.put(call_row(milliseconds="long"))

    writer._try()
    writer.put(call_row())
    writer.flush()

    assert (ToolCall.objects.count(), writer.dropped) == (1, 1)


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_the_thread_writes_what_waits_before_it_ends() -> None:
    writer = Writer()
    writer.start()
    writer.put(call_row())

    writer.stop()

    assert ToolCall.objects.count() == 1


def _away(rows: Any) -> None:
    raise DatabaseError("away")
