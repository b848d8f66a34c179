"""Leaves that know facts without which they cannot be true."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..rule import AccessKey, Rule


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeyedRule(Rule):
    """A leaf with its access keys: one of `keys` holds whenever it is true; None when there are no such facts."""

    keys: frozenset[AccessKey] | None = None

    def leaf_keys(self) -> Iterator[AccessKey]:
        yield from self.keys or ()

    def access_keys(self, popularity: Mapping[AccessKey, int]) -> frozenset[AccessKey] | None:
        return self.keys
