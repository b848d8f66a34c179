"""What a release would hold: the draft, or the objects of another release, as an ordered list of digests."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet, Value

from toolgroups_admin.catalog.documents import FORMAT
from toolgroups_admin.catalog.mapping import MODEL_OF
from toolgroups_admin.catalog.models import Fragment, Kind
from toolgroups_admin.catalog.probing import WHOLE_DOCUMENT, probe
from toolgroups_admin.engine import InvalidDocument, assemble, document_digest

from .models import Environment, Release

KINDS = tuple(Kind)  # in the order of a document
KIND_OF = {kind.value: kind for kind in KINDS}  # several times as quick as `Kind(…)`, which counts for thousands
PLACE_OF = {kind: place for place, kind in enumerate(KINDS)}


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

    def document(self) -> dict[str, Any]:
        """The document, assembled from the stored texts."""
        texts = Fragment.objects.in_bulk({entry.digest for entry in self.entries})
        objects: Iterable[Any] = ((entry.kind.value, texts[entry.digest].text) for entry in self.entries)
        return assemble(self.format, objects)

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
