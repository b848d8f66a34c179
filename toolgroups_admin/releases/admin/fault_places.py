"""Where in a document a fault is, told by the object's name instead of its place in a list."""

import re

from toolgroups_admin.catalog.fault_words import in_words
from toolgroups_admin.catalog.mapping import MODEL_OF, SECTION_OF
from toolgroups_admin.engine import Fault

from ..candidates import KINDS, Candidate, Entry

_OBJECT = re.compile(r"\$\.(\w+)\[(\d+)\]\.?(.*)", re.DOTALL)


def in_words_with_place(fault: Fault, candidate: Candidate) -> str:
    """A fault with the kind and name of its object and the member in it."""
    return in_words(fault, _place(fault, candidate))


def object_of(fault: Fault, candidate: Candidate) -> Entry | None:
    """The object that a fault is in; None for a fault of the document as a whole."""
    step = _OBJECT.fullmatch(fault.path)
    for kind in KINDS:
        if step and SECTION_OF[kind] == step[1]:
            return [entry for entry in candidate.entries if entry.kind is kind][int(step[2])]
    return None


def _place(fault: Fault, candidate: Candidate) -> str:
    entry, step = object_of(fault, candidate), _OBJECT.fullmatch(fault.path)
    if entry is None or step is None:
        return fault.path
    named = f"{MODEL_OF[entry.kind]._meta.verbose_name} “{entry.identity}”"
    return f"{named}, {step[3]}" if step[3] else named
