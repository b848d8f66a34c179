"""What the model reads to choose a tool: its description."""

from collections.abc import Iterator
from typing import Final

from ..faults import gettext_noop
from ..texts import is_blank
from .finding import Found, LintRule
from .subject import Subject
from .wording import is_short, plain_words, vague_words

LONGEST: Final = 1024  # characters; some models and one host of OpenAI's refuse more
_PLACE: Final = ("description",)


def _missing(subject: Subject) -> Iterator[Found]:
    return (Found(tool, _PLACE) for tool in subject.tools if is_blank(tool.spec.description))


def _vague(subject: Subject) -> Iterator[Found]:
    for tool in subject.tools:
        if words := _empty_words(tool.spec.description, tool.spec.name or tool.identity):
            yield Found(tool, _PLACE, {"words": words})


def _short(subject: Subject) -> Iterator[Found]:
    for tool in subject.tools:
        text, name = tool.spec.description, tool.spec.name or tool.identity
        if not is_blank(text) and is_short(text) and not _empty_words(text, name):
            yield Found(tool, _PLACE, {"description": text})


def _long(subject: Subject) -> Iterator[Found]:
    for tool in subject.tools:
        if len(tool.spec.description) > LONGEST:
            yield Found(tool, _PLACE, {"characters": len(tool.spec.description), "limit": LONGEST})


def _empty_words(text: str, name: str) -> str:
    """What is vague in a description: words that fit any tool, or all of it when it only repeats the name."""
    if is_blank(text):
        return ""
    if "".join(plain_words(text)) == "".join(plain_words(name)):
        return text
    return ", ".join(vague_words(text))


RULES: Final = (
    LintRule(
        "description_missing",
        "warning",
        gettext_noop("No description"),
        gettext_noop("When the model chooses this tool, it has nothing but the name to go by."),
        gettext_noop("Say what the tool does, when to call it, and what it has to be given."),
        _missing,
    ),
    LintRule(
        "description_vague",
        "warning",
        gettext_noop("Vague description"),
        gettext_noop("“{words}” does not tell the model when to call this tool and when not to."),
        gettext_noop("Name what the tool reads or changes, and when to call it."),
        _vague,
    ),
    LintRule(
        "description_short",
        "warning",
        gettext_noop("Short description"),
        gettext_noop("“{description}” is too short to tell the model when to call this tool and what to give it."),
        gettext_noop("Add when to call the tool, and the form of what it has to be given."),
        _short,
    ),
    LintRule(
        "description_long",
        "warning",
        gettext_noop("Long description"),
        gettext_noop("The description has {characters} characters; some models refuse more than {limit}."),
        gettext_noop("Keep to {limit} characters, or move what explains a parameter into its own description."),
        _long,
    ),
)
