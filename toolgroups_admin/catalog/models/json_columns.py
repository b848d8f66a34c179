"""JSON kept as text, so that every database gives back the same bytes."""

import json
import math
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from ..inputs import JSONInput

MOST_LEVELS = 200

if TYPE_CHECKING:
    AnyText = models.TextField[Any, Any]
else:
    AnyText = models.TextField  # not generic at run time


class JSONText(AnyText):
    """A JSON value in a text column: member order kept, numbers as Python's `json` writes them.

    SQL NULL is None. NaN, infinities, U+0000 and lone surrogates are refused, since not every database can keep them.
    """

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        return None if value is None else json.loads(value)

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else json_text(value)

    def to_python(self, value: Any) -> Any:
        return value

    def validate(self, value: Any, model_instance: models.Model | None) -> None:
        super().validate(value, model_instance)
        json_text(value)

    def value_to_string(self, obj: models.Model) -> str:
        return json_text(self.value_from_object(obj))

    def formfield(self, **kwargs: Any) -> forms.Field | None:
        if "form_class" not in kwargs:
            kwargs["form_class"] = JSONInput
            kwargs.setdefault("empty", (lambda: None) if self.null else self.get_default)
        return super().formfield(**kwargs)


def json_text(value: Any) -> str:
    """A JSON value as canonical text; raises `ValidationError` for what JSON text in a database cannot hold."""
    _refuse_unkeepable(value, MOST_LEVELS)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _refuse_unkeepable(value: Any, levels: int) -> None:
    if levels < 0:
        raise ValidationError(_("The value is nested too deeply. Flatten it."), code="too_deep")
    if isinstance(value, str):
        _refuse_unkeepable_text(value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValidationError(_("NaN and infinite numbers are no JSON. Write a finite number."), code="not_finite")
    elif isinstance(value, dict):
        for member, item in value.items():
            _refuse_unkeepable_text(member)
            _refuse_unkeepable(item, levels - 1)
    elif isinstance(value, list | tuple):
        for item in value:
            _refuse_unkeepable(item, levels - 1)


def _refuse_unkeepable_text(text: str) -> None:
    if "\0" in text:
        raise ValidationError(_("The character U+0000 cannot be kept. Remove it."), code="nul_character")
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise ValidationError(_("Half of a surrogate pair cannot be kept. Remove it."), code="lone_surrogate")
