"""What is wrong with JSON, in the language of the page."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from toolgroups_admin.engine import MalformedJSON

# What the engine says of its own; the words of Python's reader are those that `catalog.inputs` marks.
REASONS = (
    gettext_noop("The escape is half of a surrogate pair"),
    gettext_noop("The value is nested too deep to be read"),
)


def why_malformed(malformed: MalformedJSON) -> str:
    """The reason alone; the caller says the place."""
    marked = malformed.reason[:1].upper() + malformed.reason[1:]
    words = _(marked)
    return malformed.reason if words == marked else words
