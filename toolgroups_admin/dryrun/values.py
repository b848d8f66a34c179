"""Values of attributes: read as the type that is chosen, and the type that shows a value best."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from toolgroups_admin.engine import MalformedJSON, decode_json

from .json_words import why_malformed

TYPES = {
    "text": pgettext_lazy("type of a value", "text"),
    "number": pgettext_lazy("type of a value", "number"),
    "boolean": pgettext_lazy("type of a value", "true/false"),
    "list": pgettext_lazy("type of a value", "list"),
    "json": "JSON",
}


def value_of(kind: str, typed: str, flag: str) -> Any:
    """The value that is typed; raises ValueError in words for the person who typed it."""
    if kind == "number":
        return number_of(typed)
    if kind == "boolean":
        return flag == "true"
    if kind == "list":
        return _list_of(typed)
    if kind == "json":
        return _json_of(typed)
    return typed


def number_of(typed: str) -> int | float:
    """The number that is typed, as JSON writes it; raises ValueError in words."""
    try:
        value = decode_json(typed.strip().encode(errors="replace"))
    except MalformedJSON:
        value = None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(_("“{value}” is no number. Write one like 12, -3 or 0.5.").format(value=typed))
    return value


def attribute_of(value: Any) -> tuple[str, str, str]:
    """The type, text and flag that show a value and read back as the same."""
    if isinstance(value, bool):
        return "boolean", "", "true" if value else "false"
    if isinstance(value, int | float):
        return "number", json.dumps(value), "true"
    if isinstance(value, str) and is_line(value, empty=True):
        return "text", value, "true"
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        typed = ", ".join(value)
        if is_line(typed) and _list_of(typed) == value:
            return "list", typed, "true"
    return "json", json.dumps(value, ensure_ascii=False), "true"


def list_text(texts: Sequence[str]) -> str:
    """How a list of texts is typed: with commas, or as JSON where those would be read otherwise."""
    typed = ", ".join(texts)
    return (
        typed
        if not typed.lstrip().startswith("[") and _list_of(typed) == list(texts)
        else json.dumps(texts, ensure_ascii=False)
    )


def is_line(text: str, *, empty: bool = False) -> bool:
    """Whether a one-line field gives a text back unchanged."""
    return (empty or text != "") and all(character >= " " and character != "\x7f" for character in text)


def _list_of(typed: str) -> list[Any]:
    """Texts between commas, or a JSON list."""
    if not typed.strip().startswith("["):
        return [word for part in typed.replace("，", ",").split(",") if (word := part.strip())]
    value = _json_of(typed)
    if not isinstance(value, list):
        raise ValueError(_("“{value}” is no list. Separate its texts by commas.").format(value=typed))
    return value


def _json_of(typed: str) -> Any:
    try:
        return decode_json(typed.encode(errors="replace"))
    except MalformedJSON as malformed:
        words = _("“{value}” is no JSON at column {column}: {reason}. Texts stand in double quotes.")
        raise ValueError(
            words.format(value=typed, column=malformed.column, reason=why_malformed(malformed))
        ) from malformed
