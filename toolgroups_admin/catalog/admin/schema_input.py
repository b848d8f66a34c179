"""The field in which the parameters of a tool are edited: a text area of JSON Schema that scripts turn into rows."""

from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from unfold.widgets import UnfoldAdminTextareaWidget

from ..inputs import DECODER_WORDS
from .schema_input_words import WORDS
from .scripts import module

STYLES = ["catalog/rules/builder.css", "catalog/rules/fields.css", "catalog/schema/schema.css"]


class SchemaInput(UnfoldAdminTextareaWidget):
    """The parameters of a tool; without scripts the JSON Schema alone."""

    def __init__(self, rows: int = 14) -> None:
        super().__init__({"class": "json-text", "rows": rows, "spellcheck": "false", "autocapitalize": "off"})

    @property
    def media(self) -> forms.Media:
        return forms.Media(css={"all": STYLES}, js=[module("catalog/schema/parameters.js")])

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        area = super().render(name, value, attrs, renderer)
        words = {word: gettext(word) for word in (*WORDS, *DECODER_WORDS)}
        return SafeString(render_to_string("catalog/schema/input.html", {"area": area, "words": words}))
