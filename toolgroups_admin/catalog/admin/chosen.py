"""The field in which tools or groups are chosen: a text area of one identity a line that scripts turn into a chooser."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextareaWidget

from ..linking import keys_of
from ..mapping import MODEL_OF
from ..models import Kind
from .chosen_words import WORDS
from .scripts import EDITOR_STYLES, module

MOST_NAMED = 5
EDGES = " \t"

_LINE_END = re.compile(r"\r\n|\r|\n")


class ChosenInput(UnfoldAdminTextareaWidget):
    """Tools or groups in order; without scripts one identity a line."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        super().__init__({"class": "json-text", "rows": 8, "spellcheck": "false", "autocapitalize": "off"})

    @property
    def media(self) -> forms.Media:
        styles = [*EDITOR_STYLES, "catalog/choosing/chooser.css"]
        return forms.Media(css={"all": styles}, js=[module("catalog/choosing/chooser.js")])

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        area = super().render(name, value, attrs, renderer)
        words = {word: _(word) for word in WORDS}
        return SafeString(
            render_to_string("catalog/choosing/input.html", {"area": area, "kind": self.kind, "words": words})
        )


class Chosen(forms.CharField):
    """Identities of objects of one kind that are there, each once, in order."""

    def __init__(self, kind: Kind, *, label: Any) -> None:
        self.kind = kind
        help_text = gettext_lazy("In a request they stand in this order.")
        super().__init__(label=label, required=False, widget=ChosenInput(kind), help_text=help_text, strip=False)

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [line.strip(EDGES) for line in _LINE_END.split(value or "") if line.strip(EDGES)]

    def validate(self, value: Any) -> None:
        """Refuses what is named twice, and what is not there."""
        if twice := _named([identity for identity, times in Counter(value).items() if times > 1]):
            raise ValidationError(_("Chosen twice: %(names)s. Take one of them out.") % {"names": twice}, code="twice")
        there = keys_of(MODEL_OF[self.kind], value)
        if unknown := _named([identity for identity in value if identity not in there]):
            words = _("Not there: %(names)s. Take them out, or make them first.") % {"names": unknown}
            raise ValidationError(words, code="not_there")

    def run_validators(self, value: Any) -> None:
        """Validators of text do not apply to lists."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.to_python(data) != (initial or []))


def _named(identities: Sequence[str]) -> str:
    shown = ", ".join(f"“{identity}”" for identity in identities[:MOST_NAMED])
    return f"{shown} …" if len(identities) > MOST_NAMED else shown
