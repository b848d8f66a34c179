"""What is wrong with a document or a context, and where."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SHOWN_CHARACTERS = 120


def gettext_noop(text: str) -> str:
    """Marks words for translation; the engine itself speaks English."""
    return text


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: a stable code, its JSON path, the value found there, what is wrong and how to mend it.

    `template` and `remedy_template` are `str.format` templates over `params`, kept apart so that a page can
    translate them; `message` and `remedy` are the English texts.
    """

    code: str
    path: str
    value: Any
    template: str
    remedy_template: str
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return self.template.format(**self.params)

    @property
    def remedy(self) -> str:
        return self.remedy_template.format(**self.params)

    def __str__(self) -> str:
        return f"{self.path}: {self.message} (found {shown(self.value)}). {self.remedy}"


def shown(value: Any) -> str:
    """A value as a person can read it in one line, cut after 120 characters with the cut marked."""
    text = repr(value)
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}… ({len(text)} characters)"
