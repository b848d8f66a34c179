"""Where the objects of a document are edited."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.fault_words import in_words
from toolgroups_admin.catalog.mapping import MOST_KEYS, SECTIONS, identities
from toolgroups_admin.engine import Fault

from .sources import Document

_OBJECT = re.compile(r"\$\.(tools|rules|groups|prompts)\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class PlacedFault:
    """A fault of a document, with the object it is in and where that is edited."""

    fault: Fault
    words: str
    kind: str
    identity: str
    address: str | None


def addresses_of(section: str, names: Collection[str], viewer: User) -> dict[str, str]:
    """The page of each object of a section that is still being edited, by its identity; none for who may not see them."""
    model = SECTIONS[section]
    label = model._meta.model_name
    if not names or not viewer.has_perm(f"catalog.view_{label}"):
        return {}
    if len(names) > MOST_KEYS:
        keys = identities(model)
    else:
        rows = model._default_manager.filter(**{f"{model.identity_field}__in": list(names)})
        keys = dict(rows.values_list(model.identity_field, "pk"))
    return {name: reverse(f"admin:catalog_{label}_change", args=[key]) for name, key in keys.items() if name in names}


def placed(faults: Collection[Fault], document: Document, viewer: User) -> list[PlacedFault]:
    """The faults with the objects they are in."""
    found = [(fault, *_object_of(fault, document)) for fault in faults]
    addresses = {
        section: addresses_of(section, {identity for _fault, of, identity in found if of == section}, viewer)
        for section in SECTIONS
    }
    return [
        PlacedFault(
            fault,
            in_words(fault).encode(errors="backslashreplace").decode(),
            str(SECTIONS[section]._meta.verbose_name) if section else "",
            identity,
            addresses.get(section, {}).get(identity),
        )
        for fault, section, identity in found
    ]


def _object_of(fault: Fault, document: Document) -> tuple[str, str]:
    place = _OBJECT.match(fault.path)
    if place is None:
        return "", ""
    section, number = place[1], int(place[2])
    return section, document[section][number][SECTIONS[section].identity_field]
