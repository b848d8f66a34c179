"""What one process answers from: compiled releases and keys, never changed, replaced as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from hmac import compare_digest
from itertools import chain
from typing import Literal, NamedTuple

from toolgroups_admin.engine import Catalog, canonical_text, with_switches

from .keys import digest_of

BEGINNING = 8


class PromptNames(NamedTuple):
    """The keys of a prompt's tools, also of those in its groups, and the names of its groups."""

    tools: frozenset[str | None]
    groups: frozenset[str]


@dataclass(frozen=True, slots=True)
class LiveRelease:
    """The release that an environment points at, compiled; `switches` is the digest of what is off, None for nothing."""

    environment: str
    number: int
    digest: str
    catalog: Catalog = field(repr=False)
    published_at: datetime | None = field(default=None, compare=False)
    switches: str | None = field(init=False, compare=False)
    _names: dict[str, PromptNames] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        off = sorted(self.catalog.switched_off)
        digest = sha256(canonical_text(off).encode()).hexdigest() if off else None
        object.__setattr__(self, "switches", digest)

    def with_switches(self, off: frozenset[str]) -> "LiveRelease":
        """The same release with exactly these groups and tools off."""
        catalog = with_switches(self.catalog, off)
        if catalog is self.catalog:
            return self
        return LiveRelease(self.environment, self.number, self.digest, catalog, self.published_at)

    def names_of(self, prompt: str) -> PromptNames:
        """What is a prompt's own, collected at the first question."""
        names = self._names.get(prompt)
        if names is None:
            found = self.catalog.prompts[prompt]
            offers = chain(found.offers, *(group.offers for group in found.groups))
            names = self._names[prompt] = PromptNames(
                frozenset(offer.tool.key for offer in offers), frozenset(group.name for group in found.groups)
            )
        return names


@dataclass(frozen=True, slots=True)
class LiveKey:
    """A key that was not revoked when the state was read; `prompts` None means all."""

    id: int
    name: str
    environment: str
    scopes: frozenset[str]
    prompts: frozenset[str] | None = None
    expires_at: datetime | None = None

    def is_expired(self, now: datetime) -> bool:
        """Whether its time is over."""
        return self.expires_at is not None and self.expires_at <= now


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the release that an environment points at is not the one that answers there."""

    environment: str
    number: int
    code: Literal["does_not_compile", "digest_mismatch", "unreadable"]
    detail: str


@dataclass(frozen=True, slots=True)
class State:
    """Releases by environment and keys by digest, where they came from, and what is wrong with that."""

    releases: Mapping[str, LiveRelease] = field(default_factory=dict)
    keys: Mapping[str, LiveKey] = field(default_factory=dict, repr=False)
    problems: tuple[Problem, ...] = ()
    database_error: str | None = None
    disk_error: str | None = None
    source: Literal["database", "disk", "nowhere"] = "nowhere"
    read_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    beginnings: Mapping[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        beginnings: dict[str, tuple[str, ...]] = {}
        for digest in self.keys:
            beginnings[digest[:BEGINNING]] = (*beginnings.get(digest[:BEGINNING], ()), digest)
        object.__setattr__(self, "beginnings", beginnings)

    def key_for(self, token: str, now: datetime | None = None) -> LiveKey | None:
        """The key of a token, unless it is unknown, revoked or expired.

        Digests are looked up by their first characters and compared in constant time.
        """
        digest = digest_of(token)
        for known in self.beginnings.get(digest[:BEGINNING], ()):
            if compare_digest(known, digest):
                key = self.keys[known]
                return None if key.is_expired(now or datetime.now(UTC)) else key
        return None
