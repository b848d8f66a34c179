"""The fields of the tool form that scripts turn into more than a text area of JSON: its parameters and its executor."""

from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from unfold.widgets import UnfoldAdminTextareaWidget

from ..executor_names import executor_names
from ..inputs import DECODER_WORDS
from .schema_input_words import WORDS
from .scripts import EDITOR_STYLES, module

STYLES = [*EDITOR_STYLES, "catalog/schema/schema.css"]


class JSONArea(UnfoldAdminTextareaWidget):
    """A text area of JSON that a script takes over; without scripts the JSON alone."""

    script: str
    template: str

    def __init__(self, rows: int) -> None:
        super().__init__({"class": "json-text", "rows": rows, "spellcheck": "false", "autocapitalize": "off"})

    @property
    def media(self) -> forms.Media:
        return forms.Media(css={"all": STYLES}, js=[module(self.script)])

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        area = super().render(name, value, attrs, renderer)
        return SafeString(render_to_string(self.template, {"area": area, **self.words()}))

    def words(self) -> dict[str, Any]:
        """What the template needs beside the area."""
        return {}


class SchemaInput(JSONArea):
    """The parameters of a tool; the words are those of both fields."""

    script = "catalog/schema/parameters.js"
    template = "catalog/schema/input.html"

    def words(self) -> dict[str, Any]:
        words = {word: gettext(word) for word in (*WORDS, *DECODER_WORDS)}
        return {"words": words | {"number": pgettext("type of a value", "number")}}


class ExecutorInput(JSONArea):
    """Who runs a tool, and how."""

    script = "catalog/schema/executor.js"
    template = "catalog/schema/executor.html"

    def words(self) -> dict[str, Any]:
        return {"names": executor_names()}
