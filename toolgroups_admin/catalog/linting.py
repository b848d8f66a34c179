"""Lint as this installation wants it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings

from toolgroups_admin.engine import FORMATS, Finding, lint


def lint_document(
    document: Mapping[str, Any],
    *,
    now: datetime,
    evidence: Mapping[str, float] | None = None,
    functions: Collection[str] | None = None,
) -> tuple[Finding, ...]:
    """What lint finds in a document, for the formats and the bound on tokens of the settings; raises InvalidDocument."""
    return lint(
        document,
        now=now,
        evidence=evidence,
        functions=functions,
        formats=settings.LINT_FORMATS or FORMATS,
        most_tokens=settings.LINT_MOST_TOKENS,
    )
