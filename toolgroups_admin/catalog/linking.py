"""The ordered lists of objects: the tools of a group, the tools and groups of a prompt."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from .mapping import Links
from .models import CatalogObject

BATCH = 500


def linked(row: CatalogObject, links: Links) -> list[str]:
    """The identities in a list of an object, in order."""
    rows = links.model._default_manager.filter(**{links.source: row}).order_by("position", "pk")
    return list(rows.values_list(f"{links.target}__{links.target_model.identity_field}", flat=True))


class GoneMeanwhile(Exception):
    """Objects that somebody deleted while others were being made to refer to them."""


@transaction.atomic
def link(row: CatalogObject, links: Links, identities: Sequence[str]) -> None:
    """Makes a list of a saved object hold exactly these, in this order, each once; raises `GoneMeanwhile` for what is not there."""
    if linked(row, links) == list(identities):
        return
    keys = keys_of(links.target_model, identities)
    if gone := [identity for identity in identities if identity not in keys]:
        raise GoneMeanwhile(", ".join(gone))
    links.model._default_manager.filter(**{links.source: row}).delete()
    links.model._default_manager.bulk_create(
        (
            links.model(**{links.source: row, f"{links.target}_id": keys[identity], "position": position})
            for position, identity in enumerate(identities)
        ),
        batch_size=BATCH,
    )


def keys_of(model: type[CatalogObject], identities: Iterable[str]) -> dict[str, int]:
    """The primary keys of those of these objects that are there; no identity holds U+0000, which PostgreSQL takes in no text."""
    wanted, found = [identity for identity in identities if "\0" not in identity], dict[str, int]()
    for start in range(0, len(wanted), BATCH):
        some = {f"{model.identity_field}__in": wanted[start : start + BATCH]}
        found |= dict(model._default_manager.filter(**some).values_list(model.identity_field, "pk"))
    return found
