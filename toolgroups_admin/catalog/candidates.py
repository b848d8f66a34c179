"""Small documents that compile exactly when what was edited or imported fits into the draft."""

from collections.abc import Iterable, Mapping
from typing import Any

from .documents import FORMAT
from .mapping import MODEL_OF, SECTION_OF, objects_in, objects_of
from .models import Kind, MatcherRule
from .references import Reference, references_of

Document = dict[str, Any]


def candidate(kind: Kind, members: Mapping[str, Any]) -> Document:
    """A document of one edited object, first in its section, and of what the draft has of all that it refers to."""
    return closed({"format": FORMAT, SECTION_OF[kind]: [members]})


def closed(document: Mapping[str, Any]) -> Document:
    """The document with the draft's objects that it refers to, directly or not, after its own.

    Its own objects keep their places, so that a fault's path is right for both. Shared rules are whole, since a
    circle may go through them; tools and groups are bare identities, since theirs is all that counts for others.
    What the draft has not either is left to the compiler to say.
    """
    whole = dict(document)
    present = {(kind, identity) for kind, identity, _ in objects_in(document)}
    waiting = _missing(document, present)
    while waiting:
        fetched = {SECTION_OF[kind]: _fetched(kind, waiting) for kind in (Kind.TOOL, Kind.RULE, Kind.GROUP)}
        for section, members in fetched.items():
            whole[section] = [*whole.get(section, []), *members]
        present |= waiting
        waiting = _missing(fetched, present)
    return whole


def _missing(document: Mapping[str, Any], present: set[Reference]) -> set[Reference]:
    return {
        reference
        for kind, _, members in objects_in(document)
        for reference in references_of(kind, members)
        if reference not in present
    }


def _fetched(kind: Kind, wanted: Iterable[Reference]) -> list[dict[str, Any]]:
    identities = sorted(identity for wanted_kind, identity in wanted if wanted_kind == kind)
    if not identities:
        return []
    model = MODEL_OF[kind]
    rows = model._default_manager.filter(**{f"{model.identity_field}__in": identities})
    if model is MatcherRule:
        return list(objects_of(model, list(rows.values_list("pk", flat=True))).values())
    return [{model.identity_field: identity} for identity in rows.values_list(model.identity_field, flat=True)]
