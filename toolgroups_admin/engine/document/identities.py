"""What a key or a name may be: the identity of a tool, rule, group or prompt (design §4)."""

import re
from collections.abc import Iterator

from ..faults import Fault, gettext_noop
from . import limits

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def identity_faults(identity: str, path: str) -> Iterator[Fault]:
    """What is wrong with an identity: its length, control characters, white space at its edges."""
    if not 1 <= len(identity) <= limits.IDENTITY:
        yield Fault("identity_length", path, identity, *_LENGTH, {"limit": limits.IDENTITY})
    if _CONTROL.search(identity):
        yield Fault("identity_control_character", path, identity, *_CHARACTERS)
    elif identity != identity.strip():
        yield Fault("identity_edge_space", path, identity, *_EDGES)


_LENGTH: tuple[str, str] = (
    gettext_noop("A key or name has 1 to {limit} characters"),
    gettext_noop("Write something, and keep to {limit} characters."),
)
_CHARACTERS: tuple[str, str] = (
    gettext_noop("A control character, such as a tab or a line break, stands in this key or name"),
    gettext_noop("Take the character out."),
)
_EDGES: tuple[str, str] = (
    gettext_noop("This key or name begins or ends with white space"),
    gettext_noop("Take the white space at the edges away."),
)
