"""What a context can be tried against: the draft, what an environment answers from, or any release."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from toolgroups_admin.catalog.documents import FORMAT, draft_document
from toolgroups_admin.engine import (
    Catalog,
    Fault,
    InvalidDocument,
    compile_catalog,
    document_digest,
    fragments,
)
from toolgroups_admin.releases import live
from toolgroups_admin.releases.candidates import Candidate, contents, draft
from toolgroups_admin.releases.models import Release

from .typed import DRAFT, MOST_DIGITS

ENVIRONMENT, RELEASE = "environment", "release"
KEPT_COMPILED = 8

Document = Mapping[str, Any]


class UnknownSource(Exception):
    """There is no such source, or nothing is published there."""


class DoesNotCompile(Exception):
    """The document of a source has faults, so nothing can be tried against it."""

    def __init__(self, document: Document, faults: tuple[Fault, ...]) -> None:
        self.document = document
        self.faults = faults
        super().__init__(f"{len(faults)} faults")


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """A source's document and its compiled form; `release` is None for the draft."""

    document: Document = field(repr=False)
    catalog: Catalog = field(repr=False)
    environment: str | None = None
    release: int | None = None

    @property
    def prompts(self) -> list[tuple[str, str]]:
        """Name and title of each prompt, in order."""
        return [(prompt["name"], prompt.get("title", "")) for prompt in self.document.get("prompts", ())]


def compiled(source: str) -> Compiled:
    """What a source answers from; raises UnknownSource or DoesNotCompile.

    A document is compiled once a process while it is in use: what was compiled is kept by its digest.
    """
    kind, _, name = source.partition(":")
    if source == DRAFT:
        return _draft()
    if kind == ENVIRONMENT:
        return _environment(name)
    if kind == RELEASE and name.isdecimal() and len(name) < MOST_DIGITS:
        return _release(int(name))
    raise UnknownSource(source)


def compiled_candidate(candidate: Candidate) -> Compiled:
    """What a list of objects compiles to; raises DoesNotCompile."""
    document, catalog = _kept.get(candidate.digest, candidate.document)
    return Compiled(document, catalog)


def forget() -> None:
    """Drops what is kept compiled: for tests."""
    _kept.clear()


def _draft() -> Compiled:
    digest = draft().digest
    document, catalog = _kept.get(digest, draft_document)
    return Compiled(document, catalog)


def _environment(name: str) -> Compiled:
    release = live.current().releases.get(name)
    if release is None:
        raise UnknownSource(name)
    document, _own_catalog = _kept.get(release.digest, lambda: _document_of(release.number))
    return Compiled(document, release.catalog, name, release.number)


def _release(number: int) -> Compiled:
    digest = Release.objects.whole().filter(number=number).values_list("digest", flat=True).first()
    if digest is None:
        raise UnknownSource(str(number))
    document, catalog = _kept.get(digest, lambda: _document_of(number))
    return Compiled(document, catalog, None, number)


def _document_of(number: int) -> Document:
    return contents(Release.objects.get(number=number)).document()


class _Kept:
    """The documents used last, compiled or with their faults, by digest."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._entries: OrderedDict[str, tuple[Document, Catalog | tuple[Fault, ...]]] = OrderedDict()

    def get(self, digest: str, read: Callable[[], Document]) -> tuple[Document, Catalog]:
        """The document and its catalog; read and compiled when the digest is new, and kept when it is the document's."""
        with self._lock:
            entry = self._entries.get(digest)
            if entry is None:
                entry = _compile(read())
                if _digest_of(entry) == digest:
                    self._entries[digest] = entry
            if digest in self._entries:
                self._entries.move_to_end(digest)
            while len(self._entries) > KEPT_COMPILED:
                self._entries.popitem(last=False)
        document, outcome = entry
        if isinstance(outcome, tuple):
            raise DoesNotCompile(document, outcome)
        return document, outcome

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()


def _compile(document: Document) -> tuple[Document, Catalog | tuple[Fault, ...]]:
    try:
        return document, compile_catalog(document)
    except InvalidDocument as invalid:
        return document, invalid.faults


def _digest_of(entry: tuple[Document, Catalog | tuple[Fault, ...]]) -> str:
    document, outcome = entry
    if isinstance(outcome, Catalog):
        return outcome.digest
    return document_digest(FORMAT, (fragment.digest for fragment in fragments(document)))


_kept = _Kept()
