"""What model providers refuse in a tool, or take only in another form (field cases 15 to 19)."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ..faults import gettext_noop
from .finding import Found, LintRule, Words
from .subject import Subject

_PATH = re.compile(r"\$\.(\w+)(.*)", re.DOTALL)

# What rules of their own say (description_long, hidden_characters, required_dropped) and what no document holds
# (not_encodable) is in none of these tables.
_REFUSED: Final[Mapping[str, Words]] = {
    "property_key_refused": Words(gettext_noop("the name of a required parameter is refused")),
    "reference_loop": Words(gettext_noop("the references lead round in a circle")),
    "reference_unresolved": Words(gettext_noop("a reference leads nowhere")),
    "root_not_object": Words(gettext_noop("the parameters are no object")),
    "schema_invalid": Words(gettext_noop("the schema is not valid")),
    "schema_too_large": Words(gettext_noop("the schema is too large")),
}
_CHANGED: Final[Mapping[str, Words]] = {
    "items_added": Words(gettext_noop("a list does not say what is in it")),
    "keyword_dropped": Words(gettext_noop("an empty keyword is left out")),
    "name_rewritten": Words(gettext_noop("the name is refused, and another one is sent in its place")),
    "property_dropped": Words(gettext_noop("the name of an optional parameter is refused, and it is left out")),
    "reference_cut": Words(gettext_noop("a reference goes on without end, and is cut")),
    "root_combined": Words(gettext_noop("alternatives in the root become one object in which each of them fits")),
    "root_keyword_dropped": Words(gettext_noop("a keyword is refused in the root, and is left out")),
}
_SPELLED: Final[Mapping[str, Words]] = {
    "const_as_enum": Words(gettext_noop("a constant is sent as a list of one value")),
    "definitions_moved": Words(gettext_noop("definitions are moved to where they are understood")),
    "properties_added": Words(gettext_noop("an empty list of parameters is added")),
    "references_inlined": Words(gettext_noop("definitions are copied to where they are used")),
    "root_type_added": Words(gettext_noop("the type “object” is added")),
    "spelling_modernized": Words(gettext_noop("the schema is rewritten in the present draft")),
}


def _refused(subject: Subject) -> Iterator[Found]:
    return _worded(subject, _REFUSED)


def _changed(subject: Subject) -> Iterator[Found]:
    return _worded(subject, _CHANGED)


def _spelled(subject: Subject) -> Iterator[Found]:
    return _worded(subject, _SPELLED)


def _worded(subject: Subject, words: Mapping[str, Words]) -> Iterator[Found]:
    """Each problem of each tool once, with the formats that have it."""
    for item in subject.tools:
        for (code, path), formats in subject.problems_of(item).items():
            if code in words and (place := _PATH.fullmatch(path)):
                yield Found(item, (place[1],), {"formats": ", ".join(formats), "problem": words[code]}, place[2])


RULES: Final = (
    LintRule(
        "provider_refuses",
        "error",
        gettext_noop("A provider refuses the tool"),
        gettext_noop("{formats}: {problem}, so the tool is left out of the request."),
        gettext_noop("Change the tool so that all providers take it; where you do not use this one, waive the rule."),
        _refused,
    ),
    LintRule(
        "provider_changes",
        "warning",
        gettext_noop("A provider gets the tool changed"),
        gettext_noop("{formats}: {problem}."),
        gettext_noop("Change the tool so that all providers take it as it is written."),
        _changed,
    ),
    LintRule(
        "provider_spells",
        "note",
        gettext_noop("A provider gets the schema in other words"),
        gettext_noop("{formats}: {problem}. Nothing is lost by it."),
        gettext_noop("Nothing has to be done; write the schema in this form to see what is sent."),
        _spelled,
    ),
)
