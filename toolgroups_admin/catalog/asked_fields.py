"""Names of fields that the draft's rules ask for, to be suggested where a rule is built."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from .mapping import MODEL_OF
from .models import Kind

MOST_NAMES = 200
_IN_AN_EXPRESSION = re.compile(r"ctx\.attributes\.(\w+)")


def asked_below(prefix: str, kinds: Collection[Kind]) -> list[str]:
    """What follows a prefix, like `attributes.`, in the rules of objects of these kinds: by the alphabet, at most 200."""
    fields = {field for rule in _rules(kinds) for field in fields_of(rule)}
    return sorted(field[len(prefix) :] for field in fields if field.startswith(prefix) and field != prefix)[:MOST_NAMES]


def fields_of(rule: Mapping[str, Any]) -> Iterator[str]:
    """The fields that a rule and all below it ask for; of an expression its attributes."""
    for node in nodes_of(rule):
        yield from (str(node[member]) for member in ("field", "by") if member in node)
        if node["kind"] == "expression":
            yield from (f"attributes.{name}" for name in _IN_AN_EXPRESSION.findall(node["expression"]))


def nodes_of(rule: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A rule and all below it."""
    yield rule
    for child in (*rule.get("rules", ()), *([rule["rule"]] if "rule" in rule else ())):
        yield from nodes_of(child)


def _rules(kinds: Collection[Kind]) -> Iterator[Mapping[str, Any]]:
    for kind in kinds:
        model = MODEL_OF[kind]
        if model.rule_column:
            rules = model._default_manager.values_list(model.rule_column, flat=True)
            yield from (rule for rule in rules.iterator() if rule)
