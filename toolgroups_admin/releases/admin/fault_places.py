"""Where in a document a fault is, told by the object's name instead of its place in a list."""

import re

from toolgroups_admin.catalog.admin.faults import in_words
from toolgroups_admin.catalog.mapping import MODEL_OF, SECTION_OF
from toolgroups_admin.engine import Fault

from ..candidates import KINDS, Candidate

_OBJECT = re.compile(r"\$\.(\w+)\[(\d+)\]\.?(.*)", re.DOTALL)


def in_words_with_place(fault: Fault, candidate: Candidate) -> str:
    """A fault with the kind and name of its object and the member in it."""
    return in_words(fault, _place(fault.path, candidate))


def _place(path: str, candidate: Candidate) -> str:
    step = _OBJECT.fullmatch(path)
    for kind in KINDS:
        if step and SECTION_OF[kind] == step[1]:
            entry = [entry for entry in candidate.entries if entry.kind is kind][int(step[2])]
            named = f"{MODEL_OF[kind]._meta.verbose_name} “{entry.identity}”"
            return f"{named}, {step[3]}" if step[3] else named
    return path
