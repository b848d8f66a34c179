"""Saving what somebody else has just deleted a part of, or deleting what somebody else has just begun to use."""

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, connection

from ..linking import GoneMeanwhile


def once_more_if_overtaken(view: Callable[[], Any]) -> Any:
    """The answer of a view; when somebody was faster, asked again, since the form itself now says what is in the way."""
    try:
        return view()
    except (IntegrityError, GoneMeanwhile):
        return view()


def refuse_dangling() -> None:
    """Raises `IntegrityError` at once for what would only be noticed when the transaction ends, after success was told.

    SQLite lets nobody else write meanwhile.
    """
    if connection.vendor == "postgresql":
        connection.check_constraints()
