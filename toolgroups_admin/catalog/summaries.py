"""A rule in one sentence, in the language of the page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from .rule_words import DAYS, FIELDS, OPERATORS, plain

MOST_VALUES = 4
MOST_LEAVES = 6
MOST_CHARACTERS = 40
UNFINISHED = "…"


def summary(rule: Any) -> str:
    """What a rule asks for, as a sentence without its full stop; of long ones the beginning and the count of the rest.

    Takes any JSON value: None is no rule, which always holds, and what is not filled in yet reads as `…`.
    """
    if rule is None:
        return _("always")
    return _Telling().whole(rule)


class _Telling:
    """Tells one rule; `left` counts the leaves that may still be told."""

    def __init__(self) -> None:
        self.left = MOST_LEAVES

    def whole(self, rule: Any) -> str:
        """The rule, with no brackets around it."""
        match rule:
            case {"kind": "all" | "any" as kind, "rules": [_, *_] as rules}:
                return self._several(kind, rules)
            case {"kind": "not", "rule": {"kind": "condition", "op": "exists", "field": field}}:
                self.left -= 1
                return _("{field} has no value").format(field=_field(field))
            case {"kind": "not", "rule": below}:
                return _("not ({rule})").format(rule=self.whole(below))
            case {"kind": str(kind)} if kind in _LEAVES:
                self.left -= 1
                return _LEAVES[kind](rule)
            case _:
                self.left -= 1
                return UNFINISHED

    def _several(self, kind: str, rules: Sequence[Any]) -> str:
        told: list[str] = []
        for rule in rules:
            if self.left <= 0:
                break
            told.append(self._part(rule) if len(rules) > 1 else self.whole(rule))
        rest = sum(map(_leaves, rules[len(told) :]))
        if rest:
            told.append(ngettext("{n} more condition", "{n} more conditions", rest).format(n=rest))
        return _linked(told, _(", and ") if kind == "all" else _(", or "))

    def _part(self, rule: Any) -> str:
        words = self.whole(rule)
        is_several = isinstance(rule, dict) and rule.get("kind") in ("all", "any") and _leaves(rule) > 1
        return _("({rule})").format(rule=words) if is_several else words


def _linked(parts: Sequence[str], word: str) -> str:
    """The parts with the word between them; Chinese letters and Latin ones keep a space between."""
    first, *others = parts
    is_chinese = not word[-1:].isascii()
    return first + "".join(word + (" " if is_chinese and part[:1].isascii() else "") + part for part in others)


def _leaves(rule: Any) -> int:
    match rule:
        case {"kind": "all" | "any", "rules": [_, *_] as rules}:
            return sum(map(_leaves, rules))
        case {"kind": "not", "rule": below}:
            return _leaves(below)
        case _:
            return 1


def _prompt_contains(rule: Mapping[str, Any]) -> str:
    found = _("{where} contains {keywords}").format(where=_scope(rule), keywords=_either(rule.get("keywords")))
    return _cased(found, rule)


def _prompt_matches(rule: Mapping[str, Any]) -> str:
    return _("{where} matches {pattern}").format(where=_scope(rule), pattern=_value(rule.get("pattern")))


def _condition(rule: Mapping[str, Any]) -> str:
    operator = str(OPERATORS.get(str(rule.get("op")), UNFINISHED))
    if rule.get("op") == "exists":
        return _("{field} {operator}").format(field=_field(rule.get("field")), operator=operator)
    value = rule.get("value")
    shown = _either(value) if isinstance(value, list) else _value(value)
    words = _("{field} {operator} {value}").format(field=_field(rule.get("field")), operator=operator, value=shown)
    return _cased(words, rule)


def _expression(rule: Mapping[str, Any]) -> str:
    return _("the CEL expression {expression} is true").format(expression=_value(rule.get("expression")))


def _python(rule: Mapping[str, Any]) -> str:
    return _("the matcher in code {name} says yes").format(name=_value(rule.get("name")))


def _shared(rule: Mapping[str, Any]) -> str:
    return _("the shared rule {name} is true").format(name=_value(rule.get("name")))


def _rollout(rule: Mapping[str, Any]) -> str:
    share = _value(rule.get("percent"))
    return _("{field} is among {percent} per cent of all").format(field=_field(rule.get("by")), percent=share)


def _schedule(rule: Mapping[str, Any]) -> str:
    parts = []
    if rule.get("from") is not None:
        parts.append(_("from {moment}").format(moment=_value(rule["from"])))
    if rule.get("until") is not None:
        parts.append(_("until {moment}").format(moment=_value(rule["until"])))
    weekly = rule.get("weekly")
    parts += [_window(window) for window in (weekly if isinstance(weekly, list) else [])[:MOST_VALUES]]
    return _("the time is {times}").format(times=pgettext("between values", ", ").join(parts) or UNFINISHED)


def _window(window: Any) -> str:
    match window:
        case {"days": [*days], "start": str(start), "end": str(end)}:
            names = pgettext("between values", ", ").join(str(DAYS.get(str(day), UNFINISHED)) for day in days)
            return f"{names or UNFINISHED} {start}–{end}"
        case _:
            return UNFINISHED


def _scope(rule: Mapping[str, Any]) -> str:
    match rule.get("scope", "last_user"), rule.get("n"):
        case "last_user", _n:
            return _("last user message")
        case "all_user", _n:
            return _("any user message")
        case "last_n_user", 1:
            return _("last user message")
        case "last_n_user", int(n):
            return _("one of the last {n} user messages").format(n=n)
        case "conversation", _n:
            return _("any message of user or assistant")
        case _:
            return UNFINISHED


def _field(name: Any) -> str:
    if not isinstance(name, str) or not name:
        return UNFINISHED
    if name in FIELDS:
        return str(FIELDS[name])
    return pgettext("a field by its name in a sentence", "{name}").format(name=name)


def _cased(words: str, rule: Mapping[str, Any]) -> str:
    return _("{words}, ignoring case").format(words=words) if rule.get("ignore_case") is True else words


def _either(values: Any) -> str:
    if not isinstance(values, list) or not values:
        return UNFINISHED
    shown = [_value(value) for value in values[:MOST_VALUES]]
    if rest := len(values) - len(shown):
        shown.append(pgettext("further values of a list", "{n} more").format(n=rest))
    return _joined(shown)


def _joined(words: Sequence[str]) -> str:
    if len(words) == 1:
        return words[0]
    return _("{rest} or {last}").format(rest=pgettext("between values", ", ").join(words[:-1]), last=words[-1])


def _value(value: Any) -> str:
    """A value in the sentence; texts that could be overlooked or misread stand in quotation marks."""
    if value is None or value == "":
        return UNFINISHED if value is None else pgettext("a text quoted", "“{text}”").format(text="")
    text = plain(value)
    if len(text) > MOST_CHARACTERS:
        text = f"{text[:MOST_CHARACTERS]}…"
    return (
        pgettext("a text quoted", "“{text}”").format(text=text)
        if isinstance(value, str) and text != text.strip()
        else text
    )


_LEAVES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "always": lambda rule: _("always"),
    "prompt_contains": _prompt_contains,
    "prompt_matches": _prompt_matches,
    "condition": _condition,
    "expression": _expression,
    "python": _python,
    "rule": _shared,
    "rollout": _rollout,
    "schedule": _schedule,
}
