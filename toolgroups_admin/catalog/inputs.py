"""Form fields that lose nothing: what a person typed stays as typed, and what was not touched stays as it was."""

import json
from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

# What Python's decoder says, so that it can be said in the language of the page.
DECODER_WORDS = (
    gettext_noop("Expecting value"),
    gettext_noop("Expecting property name enclosed in double quotes"),
    gettext_noop("Expecting ',' delimiter"),
    gettext_noop("Expecting ':' delimiter"),
    gettext_noop("Extra data"),
    gettext_noop("Invalid control character at"),
    gettext_noop("Invalid \\escape"),
    gettext_noop("Invalid \\uXXXX escape"),
    gettext_noop("Unterminated string starting at"),
    gettext_noop("Illegal trailing comma before end of object"),
    gettext_noop("Illegal trailing comma before end of array"),
)


class Typed(str):
    """What was typed, as against a JSON value that is text."""

    __slots__ = ()


class JSONInput(forms.CharField):
    """A JSON value as text; nothing typed means `empty()`."""

    def __init__(self, *, empty: Callable[[], Any] = lambda: None, **kwargs: Any) -> None:
        self.empty = empty
        super().__init__(**{"strip": False, **kwargs, "max_length": None})

    def bound_data(self, data: Any, initial: Any) -> Any:
        return Typed(data or "")

    def prepare_value(self, value: Any) -> str:
        if isinstance(value, Typed):
            return value
        return "" if value in (None, [], {}) else json.dumps(value, ensure_ascii=False, indent=2)

    def to_python(self, value: Any) -> Any:
        text = value or ""
        if not text.strip():
            return self.empty()
        try:
            return _sendable(json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant))
        except json.JSONDecodeError as problem:
            raise ValidationError(
                _("Line %(line)d, column %(column)d is no JSON: %(problem)s, near “%(near)s”. Mend it there."),
                code="invalid_json",
                params={
                    "line": problem.lineno,
                    "column": problem.colno,
                    "problem": _(problem.msg),
                    "near": text[max(problem.pos - 10, 0) : problem.pos + 10].strip(),
                },
            ) from problem
        except _UnreadableError as problem:
            raise _unreadable(str(problem)) from problem
        except RecursionError as problem:
            raise _unreadable(_("it is nested too deeply")) from problem
        except ValueError as problem:
            raise _unreadable(_("a number in it has too many digits")) from problem

    def validate(self, value: Any) -> None:
        if self.required and value is None:
            raise ValidationError(self.error_messages["required"], code="required")

    def run_validators(self, value: Any) -> None:
        """Validators of text do not apply to JSON values."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return json.dumps(self.to_python(data)) != json.dumps(initial)
        except ValidationError:
            return True


class TagsInput(JSONInput):
    """A list of words separated by commas; written as a JSON list where a word has a comma or an edge space."""

    def prepare_value(self, value: Any) -> str:
        if isinstance(value, Typed):
            return value
        words = value or []
        simple = ", ".join(str(word) for word in words)
        reads_the_same = not simple.startswith("[") and _words(simple) == words
        return simple if reads_the_same else json.dumps(words, ensure_ascii=False)

    def to_python(self, value: Any) -> Any:
        text = (value or "").strip()
        return super().to_python(text) if text.startswith("[") else _words(text)


def same_text(field: forms.CharField, there: str | None, typed: str | None) -> bool:
    """Whether a browser that was shown the text `there` and sent `typed` was left alone by the person.

    Browsers change line ends, and fields strip edges; neither is an edit.
    """
    return _as_sent(field, there or "") == _as_sent(field, typed or "")


def with_plain_line_ends(text: str) -> str:
    """The text with the line ends of browsers (CR LF) as LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _as_sent(field: forms.CharField, text: str) -> str:
    text = with_plain_line_ends(text)
    return text.strip() if field.strip else text


def _words(text: str) -> list[str]:
    parts = [part.strip() for part in text.replace("，", ",").split(",")]
    return [part for part in parts if part]


class _UnreadableError(ValueError):
    """JSON that Python would read, but that loses or invents something."""


def _unreadable(problem: str) -> ValidationError:
    return ValidationError(
        _("This JSON cannot be read: %(problem)s."), code="unreadable_json", params={"problem": problem}
    )


def _sendable(value: Any) -> Any:
    """The value, when it can be sent and kept: escapes and numbers can say more than UTF-8 and doubles hold."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError as problem:
        half = f"\\u{ord(problem.object[problem.start]):04x}"
        raise _UnreadableError(_("“%(escape)s” is half a character") % {"escape": half}) from problem
    except ValueError as problem:
        raise _UnreadableError(_("a number in it is too large")) from problem
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _UnreadableError(_("the member “%(name)s” is there twice") % {"name": twice})
    return members


def _refuse_constant(name: str) -> Any:
    raise _UnreadableError(_("“%(name)s” is no JSON number") % {"name": name})
