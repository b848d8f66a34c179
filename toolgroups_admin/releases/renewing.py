"""Renewing: every secret in the database is encrypted anew with the first key of `SECRETS_KEYS`."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.apps import apps
from django.db.models import Model

from .encrypting import Undecryptable
from .models.sealed import Sealed, SealedValues, SecretUnreadable


@dataclass(frozen=True, slots=True)
class Renewed:
    """How many secrets were encrypted anew, and what could not be read and stays as it is."""

    number: int
    unreadable: tuple[SecretUnreadable, ...]


def renew_all() -> Renewed:
    """Renews all rows of all rooms, one short statement each; what somebody changes meanwhile is new already."""
    number, unreadable = 0, []
    for model, field in sealed_columns():
        for row in model._default_manager.order_by("pk").iterator():
            try:
                number += _renew(row, field)
            except Undecryptable:
                unreadable.append(SecretUnreadable(row))
    return Renewed(number, tuple(unreadable))


def sealed_columns() -> Iterator[tuple[type[Model], Sealed | SealedValues]]:
    """Every column of this installation that holds secrets."""
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if isinstance(field, Sealed | SealedValues):
                yield model, field


def _renew(row: Model, field: Sealed | SealedValues) -> int:
    kept = getattr(row, field.name)
    if not kept:
        return 0
    unchanged = type(row)._default_manager.filter(pk=row.pk, **{field.name: kept})
    return unchanged.update(**{field.name: field.renew(kept)})
