"""Forms for those who only read: rules as an outline in words, JSON laid out as JSON."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.db import models
from django.template.loader import render_to_string

from ..member_words import words_of
from ..models import CatalogObject, JSONText
from ..rule_words import Part, asks
from ..summaries import summary

Field = str | Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a rule: what it asks for, and what is below it."""

    asks: Sequence[Part]
    note: str
    below: Sequence["Node"]


def in_words(fieldsets: Any, model: type[CatalogObject]) -> list[tuple[Any, dict[str, Any]]]:
    """The fieldsets of a form with a readable column in place of each that holds JSON."""
    return [
        (title, {**options, "fields": [_readable(name, model) for name in options["fields"]]})
        for title, options in fieldsets
    ]


def outline(rule: Mapping[str, Any]) -> Node:
    """A rule as an outline."""
    below = rule.get("rules") or ([rule["rule"]] if rule["kind"] == "not" else [])
    return Node(asks(rule), rule.get("note", ""), [outline(each) for each in below])


def _readable(name: str, model: type[CatalogObject]) -> Field:
    if name not in model.columns:
        return name
    column = model._meta.get_field(name)
    return _shown(name, column) if isinstance(column, JSONText) else name


def _shown(name: str, column: "models.Field[Any, Any]") -> Field:
    def shown(row: CatalogObject) -> str:
        return _told(row, name) or "–"

    shown.__name__ = name  # by which Django finds the help text
    return admin.display(description=column.verbose_name)(shown)


def _told(row: CatalogObject, name: str) -> str:
    value = getattr(row, name)
    if name == row.rule_column and value is not None:
        context = {"summary": summary(value), "nodes": [outline(value)], "json": _laid_out(value)}
        return render_to_string("catalog/rules/shown.html", context)
    if words := words_of(type(row), name, value):
        return words
    return render_to_string("catalog/json_shown.html", {"json": _laid_out(value)}) if value else ""


def _laid_out(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
