"""Why a node has its verdict, as a clause of a sentence about its group."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from toolgroups_admin.engine import REASONS, ExplainedNode

from .rule_words import OPERATORS, Rule, plain

MOST_SHOWN = 6
MOST_CHARACTERS = 80

# Clauses, so in lower case and without a full stop; a reason without one here is told in the engine's words.
CLAUSES = {
    "always": gettext_lazy("its rule is “always”"),
    "keyword_found": gettext_lazy("{found} stands in the message"),
    "no_keyword_found": gettext_lazy("the message has none of {expected}"),
    "no_keywords": gettext_lazy("the rule has no keyword"),
    "no_text": gettext_lazy("there is no message with a text to look at"),
    "pattern_found": gettext_lazy("the pattern {expected} finds {found}"),
    "pattern_not_found": gettext_lazy("the pattern {expected} finds nothing"),
    "pattern_timeout": gettext_lazy("searching the pattern {expected} took too long and was stopped"),
    "condition_holds": gettext_lazy("{field} is {actual}"),
    "condition_fails": gettext_lazy("{field} is {actual}; wanted: {op} {expected}"),
    "field_present": gettext_lazy("{field} is there"),
    "field_missing": gettext_lazy("{field} is missing"),
    "type_mismatch": gettext_lazy("{field} is {actual}, a type that “{op}” cannot take"),
    "expression_true": gettext_lazy("the expression {expression} is true"),
    "expression_false": gettext_lazy("the expression {expression} is false"),
    "expression_error": gettext_lazy("the expression {expression} failed: {actual}"),
    "matcher_true": gettext_lazy("the matcher {name} said yes"),
    "matcher_false": gettext_lazy("the matcher {name} said no"),
    "matcher_failed": gettext_lazy("the matcher {name} failed: {actual}"),
    "in_rollout": gettext_lazy("{field} lies at {actual} percent, inside the first {percent}"),
    "not_in_rollout": gettext_lazy("{field} lies at {actual} percent, outside the first {percent}"),
    "not_yet": gettext_lazy("the schedule begins only at {expected}"),
    "over": gettext_lazy("the schedule ended at {expected}"),
    "outside_windows": gettext_lazy("{actual} is outside the weekly windows"),
    "in_schedule": gettext_lazy("the schedule includes {actual}"),
}


def reason(node: ExplainedNode) -> str:
    """The engine's own words for the reason, in the language of the page; the code where there are none."""
    return _(REASONS[node.reason]) if node.reason in REASONS else node.reason.replace("_", " ")


def clause(node: ExplainedNode, rule: Rule, found: str = "") -> str:
    """The reason with its values, to stand in a sentence; `found` is the text that a span marks."""
    template = CLAUSES.get(node.reason)
    if template is None:
        return _uncapitalized(reason(node).rstrip(".。"))
    return str(template).format(**_params(node, rule, found))


def sentence(clauses: list[str]) -> str:
    """Clauses as one text, joined and ended as the language has it."""
    text = pgettext("between clauses", "; ").join(clauses)
    return text if not text or text.endswith("…") else text + pgettext("end of a sentence", ".")


def _params(node: ExplainedNode, rule: Rule, found: str) -> Mapping[str, Any]:
    return {
        "found": _quoted(found or node.actual),
        "expected": _listed(node.expected),
        "actual": _quoted(node.actual) if node.reason not in ("in_rollout", "not_in_rollout") else node.actual,
        "field": rule.get("field") or rule.get("by", ""),
        "op": OPERATORS.get(rule.get("op", ""), ""),
        "expression": _quoted(rule.get("expression", "")),
        "name": _quoted(rule.get("name", "")),
        "percent": rule.get("percent", ""),
    }


def _listed(value: Any) -> str:
    if not isinstance(value, list | tuple):
        return _quoted(value)
    shown = [_quoted(item) for item in value[:MOST_SHOWN]]
    return pgettext("between values", ", ").join(shown) + (" …" if len(value) > MOST_SHOWN else "")


def _quoted(value: Any) -> str:
    text = plain(value)
    if len(text) > MOST_CHARACTERS:
        text = f"{text[:MOST_CHARACTERS]}…"
    return pgettext("a text quoted", "“{text}”").format(text=text) if isinstance(value, str) else text


def _uncapitalized(words: str) -> str:
    return words[:1].lower() + words[1:] if (get_language() or "").startswith("en") else words
