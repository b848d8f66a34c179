"""Columns that hold secrets: what a row keeps is encrypted, and opened only where it is used."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import models

from toolgroups_admin.catalog.models import JSONText

from ..encrypting import Undecryptable, decrypt, encrypt, renewed

if TYPE_CHECKING:
    AnyText = models.TextField[Any, Any]
else:
    AnyText = models.TextField  # not generic at run time


class SecretUnreadable(Exception):
    """A secret that was encrypted with a key that is gone; names the row and what to do."""

    def __init__(self, row: models.Model) -> None:
        self.row = row
        super().__init__(f"the secrets of the {row._meta.verbose_name} {row} cannot be read: {Undecryptable()}")


class Sealed(AnyText):
    """One secret, encrypted; the empty text is none."""

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"blank": True, "default": "", **kwargs})

    def formfield(self, **kwargs: Any) -> None:
        """None: a form with a field of its own seals what is typed."""

    def save_form_data(self, instance: models.Model, data: Any) -> None:
        """Nothing: what is typed never stands in the row in clear."""

    @staticmethod
    def renew(value: str) -> str:
        """The same secret under the first key."""
        return renewed(value) if value else ""


class SealedValues(JSONText):
    """Names in clear, each with its own encrypted JSON value."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"blank": True, "default": dict, **kwargs})

    def formfield(self, **kwargs: Any) -> None:
        """None: a form with a field of its own seals what is typed."""

    def save_form_data(self, instance: models.Model, data: Any) -> None:
        """Nothing: what is typed never stands in the row in clear."""

    @staticmethod
    def renew(value: Mapping[str, str]) -> dict[str, str]:
        """The same secrets under the first key."""
        return {name: renewed(token) for name, token in value.items()}


def seal(value: Any) -> str:
    """A JSON value as it is kept."""
    return encrypt(json.dumps(value, ensure_ascii=False))


def opened(row: models.Model, column: str) -> Any:
    """What a sealed column of a row holds: a value (None for none) or values by name; raises `SecretUnreadable`."""
    kept = getattr(row, column)
    try:
        if isinstance(kept, Mapping):
            return {name: json.loads(decrypt(token)) for name, token in kept.items()}
        return json.loads(decrypt(kept)) if kept else None
    except Undecryptable:
        raise SecretUnreadable(row) from None


def is_readable(row: models.Model) -> bool:
    """Whether every secret of the row can be opened; for pages, which must not fail for it."""
    try:
        for field in row._meta.get_fields():
            if isinstance(field, Sealed | SealedValues):
                opened(row, field.name)
    except SecretUnreadable:
        return False
    return True
