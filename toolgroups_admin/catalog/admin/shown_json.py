"""JSON for those who may only read it: a rule as its sentence, names in one line, all else as JSON and not as Python."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ..models.json_columns import JSONText
from ..summaries import summary

RULES = frozenset({"matcher", "definition", "allow"})


def shown_name(name: str) -> str:
    """What the column is called in the form of somebody who only reads."""
    return f"{name}_shown"


def shown_column(field: "JSONText") -> Callable[[Any], Any]:
    """A read-only field that shows the value of a JSON column of a row."""

    @admin.display(description=field.verbose_name)
    def column(row: Any) -> str | None:
        return _shown(field.name, getattr(row, field.name))

    return column


def _shown(name: str, value: Any) -> str | None:
    if value in (None, [], ""):
        return None
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " · ".join(value)
    words = summary(value) if name in RULES else ""
    return _with_json(words, json.dumps(value, ensure_ascii=False, indent=2))


def _with_json(words: str, text: str) -> SafeString:
    return format_html('{}<pre class="shown-json">{}</pre>', words, text)
