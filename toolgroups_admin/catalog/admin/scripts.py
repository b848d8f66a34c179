"""Scripts and styles of the forms."""

from typing import Any, Final

from django import forms

EDITOR_STYLES: Final = [
    f"catalog/rules/{subject}.css"
    for subject in ("builder", "cards", "marks", "trying", "fields", "menus", "chips", "bodies")
]


def module(address: str) -> Any:
    """A script that is an ES module, as an entry of a form's media."""
    return forms.Script(address, type="module")
