"""What a rule node asks for, in a person's language."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

Rule = Mapping[str, Any]

ALWAYS: Rule = {"kind": "always"}
MOST_SHOWN = 12

OPERATORS = {
    "exists": gettext_lazy("has a value"),
    "equals": pgettext_lazy("operator of a condition", "equals"),
    "in": gettext_lazy("is one of"),
    "contains": pgettext_lazy("operator of a condition", "contains"),
    "starts_with": gettext_lazy("starts with"),
    "ends_with": gettext_lazy("ends with"),
    "matches": gettext_lazy("matches the pattern"),
    "gt": gettext_lazy("is greater than"),
    "gte": gettext_lazy("is at least"),
    "lt": gettext_lazy("is less than"),
    "lte": gettext_lazy("is at most"),
}
SCOPES = {
    "last_user": gettext_lazy("The last user message"),
    "all_user": gettext_lazy("Any user message"),
    "conversation": gettext_lazy("Any message of user or assistant"),
}
FIELDS = {
    "account_id": gettext_lazy("account"),
    "conversation_id": gettext_lazy("conversation"),
    "bot_id": gettext_lazy("bot"),
    "turn_id": gettext_lazy("turn"),
    "model": gettext_lazy("model"),
    "streaming": gettext_lazy("streaming"),
    "request.url": gettext_lazy("address of the model request"),
    "user_text": gettext_lazy("last user message"),
    "system_text": gettext_lazy("system message"),
    "message_count": gettext_lazy("number of messages"),
}
EXPRESSION_FIELDS = (  # what `ctx` has in an expression
    "account_id",
    "conversation_id",
    "bot_id",
    "turn_id",
    "model",
    "streaming",
    "attributes",
    "options",
    "request",
    "user_text",
    "system_text",
    "message_count",
    "messages",
)
DAYS = {
    "mon": gettext_lazy("Monday"),
    "tue": gettext_lazy("Tuesday"),
    "wed": gettext_lazy("Wednesday"),
    "thu": gettext_lazy("Thursday"),
    "fri": gettext_lazy("Friday"),
    "sat": gettext_lazy("Saturday"),
    "sun": gettext_lazy("Sunday"),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence: words, or a value of the rule."""

    text: str
    is_value: bool = False


def asks(rule: Rule) -> tuple[Part, ...]:
    """What the node asks for, in one line of words and values."""
    parts: list[Part] = _ASKS[rule["kind"]](rule)
    return tuple(parts)


def plain(value: Any) -> str:
    """A value as a person reads it: texts as they are, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _always(rule: Rule) -> list[Part]:
    return [Part(pgettext("rule", "Always"))]


def _prompt_contains(rule: Rule) -> list[Part]:
    words = [Part(_scope(rule)), Part(_("contains any of")), *_values(rule["keywords"])]
    return [*words, Part(_("(ignoring case)"))] if rule.get("ignore_case") else words


def _prompt_matches(rule: Rule) -> list[Part]:
    return [Part(_scope(rule)), Part(_("matches the pattern")), Part(rule["pattern"], is_value=True)]


def _condition(rule: Rule) -> list[Part]:
    parts = [Part(rule["field"], is_value=True), Part(str(OPERATORS[rule["op"]]))]
    if rule["op"] == "in" and isinstance(rule["value"], list):
        parts += _values(rule["value"])
    elif rule["op"] != "exists":
        parts.append(Part(plain(rule["value"]), is_value=True))
    return [*parts, Part(_("(ignoring case)"))] if rule.get("ignore_case") else parts


def _expression(rule: Rule) -> list[Part]:
    return [Part(pgettext("rule", "Expression")), Part(rule["expression"], is_value=True)]


def _python(rule: Rule) -> list[Part]:
    parts = [Part(_("Matcher in code")), Part(rule["name"], is_value=True)]
    return [*parts, Part(plain(rule["args"]), is_value=True)] if rule.get("args") else parts


def _shared(rule: Rule) -> list[Part]:
    return [Part(_("Shared rule")), Part(rule["name"], is_value=True)]


def _rollout(rule: Rule) -> list[Part]:
    return [
        Part(_("{percent} percent of all values of").format(percent=rule["percent"])),
        Part(rule["by"], is_value=True),
        Part(_("with the salt")),
        Part(rule["salt"], is_value=True),
    ]


def _schedule(rule: Rule) -> list[Part]:
    parts = []
    if rule.get("from"):
        parts += [Part(pgettext("schedule", "from")), Part(rule["from"], is_value=True)]
    if rule.get("until"):
        parts += [Part(pgettext("schedule", "until")), Part(rule["until"], is_value=True)]
    for window in rule.get("weekly", ()):
        days = ", ".join(str(DAYS[day]) for day in window["days"])
        parts += [Part(days), Part(f"{window['start']}–{window['end']}", is_value=True)]
    if rule.get("timezone"):
        parts.append(Part(f"({rule['timezone']})"))
    return parts or [Part(_("At any time"))]


def _scope(rule: Rule) -> str:
    scope = rule.get("scope", "last_user")
    if scope == "last_n_user":
        return _("One of the last {n} user messages").format(n=rule["n"])
    return str(SCOPES[scope])


def _values(values: list[Any]) -> list[Part]:
    shown = [Part(plain(value), is_value=True) for value in values[:MOST_SHOWN]]
    more = len(values) - len(shown)
    return [*shown, Part(_("and {more} more").format(more=more))] if more else shown


_ASKS: Mapping[str, Callable[[Rule], list[Part]]] = {
    "always": _always,
    "prompt_contains": _prompt_contains,
    "prompt_matches": _prompt_matches,
    "condition": _condition,
    "expression": _expression,
    "python": _python,
    "rule": _shared,
    "rollout": _rollout,
    "schedule": _schedule,
    "all": lambda rule: [Part(_("All of these"))],
    "any": lambda rule: [Part(_("Any of these"))],
    "not": lambda rule: [Part(pgettext("rule", "Not"))],
}
