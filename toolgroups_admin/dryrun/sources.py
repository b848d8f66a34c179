"""What a context can be tried against: the draft, what an environment answers from, or any release."""

from collections import ChainMap, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Any

from toolgroups_admin.engine import Catalog, Fault, IncrementalCompiler, InvalidDocument, Part, canonical_text
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
        return compiled_candidate(draft())
    if kind == ENVIRONMENT:
        return _environment(name)
    if kind == RELEASE and name.isdecimal() and len(name) < MOST_DIGITS:
        return _release(int(name))
    raise UnknownSource(source)


def compiled_candidate(candidate: Candidate) -> Compiled:
    """What a list of objects compiles to; raises DoesNotCompile."""
    return _compiled(_kept.of(candidate))


def forget() -> None:
    """Drops what is kept compiled: for tests."""
    _kept.clear()


def _environment(name: str) -> Compiled:
    """The live catalog itself, with what is switched off."""
    release = live.current().releases.get(name)
    if release is None:
        raise UnknownSource(name)
    kept = _kept.get(release.digest, lambda: _contents(release.number))
    return Compiled(kept.document, release.catalog, name, release.number)


def _release(number: int) -> Compiled:
    digest = Release.objects.whole().filter(number=number).values_list("digest", flat=True).first()
    if digest is None:
        raise UnknownSource(f"{RELEASE}:{number}")
    return _compiled(_kept.get(digest, lambda: _contents(number)), number)


def _contents(number: int) -> Candidate:
    return contents(Release.objects.get(number=number))


def _compiled(kept: "_Source", release: int | None = None) -> Compiled:
    if isinstance(kept.outcome, tuple):
        raise DoesNotCompile(kept.document, kept.outcome)
    return Compiled(kept.document, kept.outcome, None, release)


class _Source:
    """One document with its objects by their digests, compiled when that is first wanted."""

    def __init__(self, candidate: Candidate, objects: dict[str, Any]) -> None:
        self.document = candidate.document(objects)
        self.objects = objects
        self.candidate = candidate
        self._lock = Lock()

    @property
    def outcome(self) -> Catalog | tuple[Fault, ...]:
        """The catalog, or what is wrong with the document."""
        with self._lock:
            return self._outcome

    @cached_property
    def _outcome(self) -> Catalog | tuple[Fault, ...]:
        entries: Any = self.candidate.entries
        parts = [Part(entry.kind.value, entry.digest) for entry in entries]
        try:
            return _compiler.compile(self.candidate.format, parts, self._texts)
        except InvalidDocument as invalid:
            return invalid.faults

    def _texts(self, digests: Sequence[str]) -> dict[str, str]:
        return {digest: canonical_text(self.objects[digest]) for digest in digests}


class _Kept:
    """The documents used last, by digest."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._sources: OrderedDict[str, _Source] = OrderedDict()

    def get(self, digest: str, candidate: Callable[[], Candidate]) -> _Source:
        """The document of this digest; of one that is new, only those objects are read that no other has."""
        with self._lock:
            if digest not in self._sources:
                self._sources[digest] = self._read(candidate())
            self._sources.move_to_end(digest)
            while len(self._sources) > KEPT_COMPILED:
                self._sources.popitem(last=False)
            return self._sources[digest]

    def of(self, candidate: Candidate) -> _Source:
        """The document of a candidate; of two of one digest, a group's and a prompt's of the same text, the right one."""
        kept = self.get(candidate.digest, lambda: candidate)
        return kept if kept.candidate == candidate else self._read(candidate)

    def clear(self) -> None:
        with self._lock:
            self._sources.clear()

    def _read(self, candidate: Candidate) -> _Source:
        return _Source(candidate, candidate.objects(ChainMap(*(source.objects for source in self._sources.values()))))


_kept = _Kept()
_compiler = IncrementalCompiler()  # of all documents: each is compiled only as far as it differs from the others
