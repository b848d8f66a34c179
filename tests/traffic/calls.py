"""Calls of tools that happened."""

from typing import Any

from django.utils import timezone

from toolgroups_admin.traffic.models import ToolCall


def call_row(**columns: Any) -> ToolCall:
    """A good call of a tool of production, not saved."""
    whole = {
        "at": timezone.now(),
        "environment": "production",
        "release": 1,
        "decision": "019ad3a5-6c1e-7d42-9b1f-2f8d1c5e7a90",
        "prompt": "p1",
        "tool": "t1",
        "executor": "http",
        "outcome": "ok",
        "milliseconds": 12,
        "argument_bytes": 2,
        "answer_bytes": 40,
    }
    return ToolCall(**whole | columns)


def tool_call(**columns: Any) -> ToolCall:
    row = call_row(**columns)
    row.save()
    return row
