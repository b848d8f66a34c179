"""A part of the draft as a document of its own."""

from collections.abc import Collection
from typing import Any

from .documents import draft_document
from .mapping import SECTION_OF, objects_in
from .models import Kind
from .references import Reference, references_of


def part_of_draft(kind: Kind, identities: Collection[str]) -> dict[str, Any]:
    """These objects with all that they refer to, directly or not, in canonical form: it can be imported elsewhere."""
    document = draft_document()
    objects = {(kind, identity): members for kind, identity, members in objects_in(document)}
    wanted: set[Reference] = set()
    waiting = [(kind, identity) for identity in identities]
    while waiting:
        reference = waiting.pop()
        if reference in objects and reference not in wanted:
            wanted.add(reference)
            waiting.extend(references_of(reference[0], objects[reference]))
    part = {"format": document["format"]}
    for (each, identity), members in objects.items():
        if (each, identity) in wanted:
            part.setdefault(SECTION_OF[each], []).append(members)
    return part
