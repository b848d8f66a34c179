"""What a release would hold: the draft, or the objects of another release, as an ordered list of digests."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.db.models import F, QuerySet, Value

from toolgroups_admin.catalog.documents import FORMAT
from toolgroups_admin.catalog.mapping import MODEL_OF, SECTION_OF
from toolgroups_admin.catalog.models import Fragment, Kind
from toolgroups_admin.catalog.probing import WHOLE_DOCUMENT, probe
from toolgroups_admin.engine import InvalidDocument, document_digest

from .models import Environment, Release

KINDS = tuple(Kind)  # in the order of a document
KIND_OF = {kind.value: kind for kind in KINDS}  # several times as quick as `Kind(…)`, which counts for thousands
PLACE_OF = {kind: place for place, kind in enumerate(KINDS)}
NONE_KNOWN: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Entry:
    """One object and the digest of its state."""

    kind: Kind
    identity: str
    digest: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """The objects of a document in its order, and their digest: the same as that of the document and of its release."""

    entries: tuple[Entry, ...]
    format: int = FORMAT

    @property
    def digest(self) -> str:
        return document_digest(self.format, (entry.digest for entry in self.entries))

    def objects(self, known: Mapping[str, Any] = NONE_KNOWN) -> dict[str, Any]:
        """Every object by its digest, decoded from the stored text; of those that are known nothing is read."""
        stored = Fragment.objects.in_bulk({entry.digest for entry in self.entries if entry.digest not in known})
        read = {digest: json.loads(fragment.text) for digest, fragment in stored.items()}
        return {entry.digest: read.get(entry.digest) or known[entry.digest] for entry in self.entries}

    def document(self, objects: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The document, assembled from its objects; they are read when they are not given."""
        found = self.objects() if objects is None else objects
        sections: dict[str, list[Any]] = {}
        for entry in self.entries:
            sections.setdefault(SECTION_OF[entry.kind], []).append(found[entry.digest])
        return {"format": self.format, **sections}

    def probe(self) -> None:
        """Compiles the document in a bounded process; raises `InvalidDocument` with everything that is wrong."""
        if faults := probe(self.document(), limits=WHOLE_DOCUMENT):
            raise InvalidDocument(faults)


EMPTY = Candidate(())


def draft() -> Candidate:
    """All that is being edited, by one query, hence as it was at one moment."""
    first, *others = (_states(kind) for kind in KINDS)
    rows = first.union(*others, all=True)
    return Candidate(in_order(Entry(KIND_OF[kind], identity, digest) for kind, identity, digest in rows))


def contents(release: Release) -> Candidate:
    """What a release holds."""
    rows = release.fragments.order_by("position").values_list("kind", "identity", "fragment")
    return Candidate(tuple(Entry(KIND_OF[kind], identity, digest) for kind, identity, digest in rows), release.format)


def live_contents(environment: Environment) -> Candidate:
    """What the live release of an environment holds; nothing when there is none."""
    return contents(environment.release) if environment.release else EMPTY


def in_order(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """By kind, then identity in the order of code points, which no database promises."""
    return tuple(sorted(entries, key=lambda entry: (PLACE_OF[entry.kind], entry.identity)))


def _states(kind: Kind) -> QuerySet[Any]:
    model = MODEL_OF[kind]
    rows = model._default_manager.filter(fragment__isnull=False).order_by()
    states: QuerySet[Any] = rows.annotate(of_kind=Value(kind.value), under=F(model.identity_field)).values_list(
        "of_kind", "under", "fragment"
    )
    return states
