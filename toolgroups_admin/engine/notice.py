"""Warnings of an answer."""

from typing import NamedTuple


class Notice(NamedTuple):
    """A warning of an answer: a stable code, the JSON path of what it is about, and words."""

    code: str
    path: str
    detail: str
