"""The words for what pydantic finds: code, what is wrong and how to mend it, by pydantic's type of error."""

from collections.abc import Mapping

from ..faults import gettext_noop

Words = tuple[str, str, str]

_OBJECT = ("wrong_type", gettext_noop("An object is needed here"), gettext_noop("Write an object: {{…}}."))
_SMALL = (
    "out_of_range",
    gettext_noop("This number is too small"),
    gettext_noop("Write a number that is at least {ge}."),
)

UNFORESEEN: Words = (
    "wrong_value",
    gettext_noop("This value cannot be used here: {reason}"),
    gettext_noop("Write a value of the kind that is described in the manual."),
)

WORDS: Mapping[str, Words] = {
    "missing": (
        "missing_member",
        gettext_noop('The member "{member}" is missing'),
        gettext_noop('Add "{member}" to this object.'),
    ),
    "extra_forbidden": (
        "unknown_member",
        gettext_noop('There is no member "{member}" here'),
        gettext_noop("Take it out, or use one of: {members}."),
    ),
    "union_tag_not_found": (
        "missing_kind",
        gettext_noop('The object does not say its "kind"'),
        gettext_noop('Add "kind" with one of: {kinds}.'),
    ),
    "union_tag_invalid": (
        "unknown_kind",
        gettext_noop("There is no such kind"),
        gettext_noop("Use one of: {kinds}."),
    ),
    "literal_error": (
        "unknown_choice",
        gettext_noop("This is none of the values that are known here"),
        gettext_noop("Use one of: {expected}."),
    ),
    "string_type": ("wrong_type", gettext_noop("Text is needed here"), gettext_noop("Write text in quotation marks.")),
    "int_type": ("wrong_type", gettext_noop("A whole number is needed here"), gettext_noop("Write a whole number.")),
    "float_type": ("wrong_type", gettext_noop("A number is needed here"), gettext_noop("Write a number.")),
    "bool_type": (
        "wrong_type",
        gettext_noop("Yes or no is needed here"),
        gettext_noop("Write true or false, without quotation marks."),
    ),
    "list_type": ("wrong_type", gettext_noop("A list is needed here"), gettext_noop("Write a list: […].")),
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "greater_than_equal": _SMALL,
    "greater_than": ("out_of_range", _SMALL[1], gettext_noop("Write a number above {gt}.")),
    "less_than_equal": (
        "out_of_range",
        gettext_noop("This number is too large"),
        gettext_noop("Write a number of at most {le}."),
    ),
    "string_too_short": (
        "empty_text",
        gettext_noop("This text is empty"),
        gettext_noop("Write something, or take the member out."),
    ),
    "string_too_long": (
        "too_long",
        gettext_noop("This text is too long"),
        gettext_noop("Keep to {max_length} characters."),
    ),
    "too_long": (
        "too_long",
        gettext_noop("Too many entries stand here"),
        gettext_noop("Keep to {max_length} entries."),
    ),
}
