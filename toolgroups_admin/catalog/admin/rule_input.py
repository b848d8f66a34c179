"""The field in which a rule is edited: a text area of JSON that scripts turn into a builder."""

import inspect
from collections.abc import Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from unfold.widgets import UnfoldAdminTextareaWidget

from toolgroups_admin.engine import registered_matchers

from ..models import Kind
from ..rule_words import DAYS, EXPRESSION_FIELDS, FIELDS, OPERATORS, SCOPES
from .rule_input_words import WORDS
from .scripts import EDITOR_STYLES, module


class RuleInput(UnfoldAdminTextareaWidget):
    """A rule of an object of this kind; without scripts the JSON alone."""

    def __init__(self, kind: Kind, rows: int = 14) -> None:
        self.kind = kind
        super().__init__({"class": "json-text", "rows": rows, "spellcheck": "false", "autocapitalize": "off"})

    @property
    def media(self) -> forms.Media:
        script = module("catalog/rules/builder.js")
        return forms.Media(css={"all": EDITOR_STYLES}, js=[script])

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        area = super().render(name, value, attrs, renderer)
        context = {"area": area, "kind": self.kind, "words": _words(), "names": _names()}
        return SafeString(render_to_string("catalog/rules/input.html", context))


def _words() -> Mapping[str, str]:
    return {word: gettext(word) for word in WORDS} | {"number": pgettext("type of a value", "number")}


def _names() -> Mapping[str, Any]:
    return {
        "fields": {name: str(label) for name, label in FIELDS.items()},
        "operators": {name: str(label) for name, label in OPERATORS.items()},
        "scopes": [*_scopes(), ("last_n_user", gettext("The last few user messages"))],
        "days": {name: str(label) for name, label in DAYS.items()},
        "expressionFields": EXPRESSION_FIELDS,
        "matchers": [_matcher(name, function) for name, function in sorted(registered_matchers().items())],
    }


def _scopes() -> list[tuple[str, str]]:
    return [(name, str(label)) for name, label in SCOPES.items()]


def _matcher(name: str, function: Any) -> Mapping[str, str]:
    try:
        parameters = [str(each) for each in inspect.signature(function).parameters.values()]
    except (TypeError, ValueError):  # some callables written in C have none
        parameters = []
    about = inspect.cleandoc(function.__doc__ or "").split("\n\n")[0]
    return {"name": name, "signature": f"{name}({', '.join(parameters[1:])})", "about": about}
