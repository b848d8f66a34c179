"""Characters that a person does not see and a model or a comparison does (field case 22)."""

from collections.abc import Iterator
from typing import Any, Final

from ..faults import gettext_noop
from ..formats import hidden_characters
from .finding import Found, LintRule
from .nodes import Steps
from .subject import Subject

_MOST_SHOWN: Final = 5


def texts_in(value: Any, steps: Steps = ()) -> Iterator[tuple[Steps, str]]:
    """Every text of a JSON value with the steps to it, names of members too."""
    if isinstance(value, str):
        yield steps, value
    elif isinstance(value, dict):
        for name, below in value.items():
            yield (*steps, name), name
            yield from texts_in(below, (*steps, name))
    elif isinstance(value, list):
        for place, below in enumerate(value):
            yield from texts_in(below, (*steps, place))


def _hidden(subject: Subject) -> Iterator[Found]:
    for item in subject.items:
        for steps, text in texts_in(item.members):
            if not text.isascii() and (hidden := hidden_characters(text)):
                yield Found(item, steps, {"characters": _shown(hidden), "number": len(hidden)})


def _shown(hidden: tuple[tuple[int, str], ...]) -> str:
    named = list(dict.fromkeys(name for _, name in hidden))
    return ", ".join(named[:_MOST_SHOWN]) + ("…" if len(named) > _MOST_SHOWN else "")


RULES: Final = (
    LintRule(
        "hidden_characters",
        "warning",
        gettext_noop("Hidden characters"),
        gettext_noop("Characters stand here that nobody sees, though models and rules do: {characters} ({number})."),
        gettext_noop("Take them out, or waive this where they are meant, as in some emoji and scripts."),
        _hidden,
    ),
)
