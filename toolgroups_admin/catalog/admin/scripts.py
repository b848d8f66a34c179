"""Scripts of the forms."""

from typing import Any

from django import forms


def module(address: str) -> Any:
    """A script that is an ES module, as an entry of a form's media."""
    return forms.Script(address, type="module")
