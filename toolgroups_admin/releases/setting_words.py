"""The settings of environments in words."""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from .models import Environment, EnvironmentChange
from .wording import joined


def settings_in_words(change: EnvironmentChange) -> list[str]:
    """A sentence for each setting that was changed: what it was and what it became."""
    return [
        _("%(member)s: “%(old)s” becomes “%(new)s”")
        % {
            "member": capfirst(_field(name).verbose_name),
            "old": _value(name, change.before),
            "new": _value(name, change.after),
        }
        for name in change.after
    ]


def _value(name: str, values: Mapping[str, Any]) -> str:
    value, choices = values[name], dict(_field(name).flatchoices)
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, str):
        return str(choices.get(value, "")) or joined(value.splitlines()) or "–"
    return str(value)


def _field(name: str) -> "models.Field[Any, Any]":
    field = Environment._meta.get_field(name)
    assert isinstance(field, models.Field), "settings are fields of the environment's own"
    return field
