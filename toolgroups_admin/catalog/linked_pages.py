"""Pages of rooms above that are about one object: filled by them when the process starts, linked from its form."""

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from .models import CatalogObject, Kind


class LinkedPage(NamedTuple):
    """What a link says and where it leads."""

    words: str
    address: str


Link = Callable[[CatalogObject], LinkedPage]

_links: defaultdict[Kind, list[tuple[str, Link]]] = defaultdict(list)


def register_linked_page(kind: Kind, link: Link, *, permission: str) -> None:
    """Has the form of every object of a kind link there, for those with the permission."""
    _links[kind].append((permission, link))


def linked_pages(row: CatalogObject, may: Callable[[str], bool]) -> list[LinkedPage]:
    """The links for an object that somebody may follow, in the order in which rooms registered them."""
    return [link(row) for permission, link in _links[row.kind] if may(permission)]
