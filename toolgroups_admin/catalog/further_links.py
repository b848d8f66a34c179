"""Where else one goes from an object: rooms above say so when the process starts."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from .models import CatalogObject


@dataclass(frozen=True, slots=True)
class FurtherLink:
    """A link in the words of the page's language."""

    words: str
    address: str


FurtherLinks = Callable[[Any, CatalogObject], Collection[FurtherLink]]

_sources: list[FurtherLinks] = []


def register_further_links(links: FurtherLinks) -> None:
    """Has `links(user, row)` asked where a person may go from an object's page; it should take one query."""
    _sources.append(links)


def further_links(user: Any, row: CatalogObject) -> list[FurtherLink]:
    """What all rooms offer a person at an object."""
    return [link for links in _sources for link in links(user, row)]
