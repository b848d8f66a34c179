"""Warnings of an answer in a person's language."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from toolgroups_admin.engine import Notice

WORDS = {
    "prompt_already_present": gettext_lazy("The system message already holds this group's prompt."),
    "tool_choice_not_offered": gettext_lazy(
        "The tool choice names a tool that is not offered; the choice is left out."
    ),
    "tool_choice_unsupported": gettext_lazy("This format knows no choice of tools; the choice is left out."),
    "short_circuited": gettext_lazy("An interceptor answered before any group was judged."),
    "too_many_tools": gettext_lazy("There are more tools than the provider takes."),
    "name_rewritten": gettext_lazy("The provider does not take the tool's name; it is sent under another."),
    "description_long": gettext_lazy("The description is longer than the provider says it reads."),
    "hidden_characters": gettext_lazy("The text has characters that cannot be seen."),
    "const_as_enum": gettext_lazy("A constant is sent as a list of one value."),
    "items_added": gettext_lazy("An array that does not say what is in it is sent as one of anything."),
    "required_dropped": gettext_lazy("A required parameter that does not exist is left out of the list."),
    "keyword_dropped": gettext_lazy("An empty keyword of the schema is left out."),
    "spelling_modernized": gettext_lazy("Old spellings in the schema are sent as draft 2020-12 has them."),
    "definitions_moved": gettext_lazy("What the schema refers to is moved to its definitions."),
    "root_type_added": gettext_lazy("The schema is sent as that of an object."),
    "properties_added": gettext_lazy("The schema is sent with an empty list of properties."),
    "references_inlined": gettext_lazy("What the root of the schema refers to is copied into it."),
    "root_combined": gettext_lazy("Alternatives at the root of the schema are sent as one object."),
    "root_keyword_dropped": gettext_lazy("A keyword that the provider refuses at the root is left out."),
    "reference_cut": gettext_lazy("A reference that goes round in circles is described by its type alone."),
    "property_dropped": gettext_lazy("An optional parameter whose name the provider refuses is left out."),
    "property_key_refused": gettext_lazy(
        "The provider refuses the name of a required parameter, so the tool is left out. Rename the parameter."
    ),
    "reference_loop": gettext_lazy("The references lead round in a circle, so the tool is left out."),
    "reference_unresolved": gettext_lazy("A reference leads nowhere, so the tool is left out."),
    "root_not_object": gettext_lazy("The parameters are no object, so the tool is left out."),
    "schema_invalid": gettext_lazy("The schema is not valid, so the tool is left out."),
    "schema_too_large": gettext_lazy("The schema is too large for the provider, so the tool is left out."),
    "not_encodable": gettext_lazy("A text has half of a surrogate pair, so the tool is left out."),
}


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """A warning: what it says, the path it is about, and the engine's own line on it."""

    words: str
    path: str
    detail: str
    code: str


def shown_notices(notices: Iterable[Notice]) -> tuple[ShownNotice, ...]:
    """Each warning in words; a code without words of its own is told in the engine's."""
    return tuple(
        ShownNotice(
            str(WORDS.get(notice.code, notice.detail)), notice.path.removeprefix("$."), notice.detail, notice.code
        )
        for notice in notices
    )
