"""Fields for secrets: written, kept or removed, and never shown.

What was typed comes back with a form that has faults only as a token that this server alone can read, so that nothing
is lost and no page holds it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from unfold.widgets import INPUT_CLASSES

from toolgroups_admin.catalog.inputs import Typed

from ..encrypting import Undecryptable, decrypt, encrypt

MASK = "******"
SECONDS_TO_MEND = 3600
EMPTY_ROWS = 3
MOST_ROWS = 100
LONGEST = 16_000
LOOK = {"longest": LONGEST, "classes": " ".join(INPUT_CLASSES)}


class Untouched(Enum):
    """What a person leaves of a secret without typing one."""

    KEPT = "kept"
    REMOVED = "removed"


Secret = str | Untouched


@dataclass(frozen=True, slots=True)
class Row:
    """One name and what becomes of its value."""

    name: str
    secret: Secret
    is_there: bool = False

    @property
    def typed(self) -> str:
        """The token of what was typed, if anything was."""
        return "" if isinstance(self.secret, Untouched) else encrypt(self.secret)

    @property
    def is_removed(self) -> bool:
        return self.secret is Untouched.REMOVED


class SecretInput(forms.Widget):
    """One secret: a new one may be typed, and the one that is there be removed."""

    is_there = False

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        row = Row(name, value if isinstance(value, Typed | Untouched) else Untouched.KEPT, self.is_there)
        ids = {"id": (attrs or {}).get("id", f"id_{name}"), "name": name}
        return SafeString(render_to_string("releases/secret_input.html", {"row": row, **ids, **LOOK}))

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Secret:
        return _secret(data, name)

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return False


class SecretField(forms.Field):
    """A secret as text, or what is to become of the one that is there."""

    widget = SecretInput

    def clean(self, value: Any) -> Secret:
        if isinstance(value, str):
            _refuse_long(value)
        return value if isinstance(value, Secret) else Untouched.KEPT

    def has_changed(self, initial: Any, data: Any) -> bool:
        widget = self.widget
        assert isinstance(widget, SecretInput)
        return isinstance(data, str) or (data is Untouched.REMOVED and widget.is_there)


class SecretsInput(forms.Widget):
    """Names in clear with secret values; three empty rows to add some."""

    names: Sequence[str] = ()

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        rows = value if isinstance(value, list) else [Row(each, Untouched.KEPT, is_there=True) for each in self.names]
        rows = [*rows, *[Row("", Untouched.KEPT)] * EMPTY_ROWS]
        return SafeString(render_to_string("releases/secrets_input.html", {"rows": rows, "name": name, **LOOK}))

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[Row]:
        numbers = (number for number in range(MOST_ROWS) if f"{name}-{number}-name" in data)
        rows = [(data[f"{name}-{number}-name"].strip(), _secret(data, f"{name}-{number}-value")) for number in numbers]
        return [Row(key, secret, key in self.names) for key, secret in rows if key or isinstance(secret, str)]

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return False

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        return ""


class SecretsField(forms.Field):
    """The rows that stay, each name once; what is not there yet has a value."""

    widget = SecretsInput

    def clean(self, value: Any) -> list[Row]:
        rows: list[Row] = [row for row in value or [] if not row.is_removed]
        for place, row in enumerate(rows):
            self.check(row, [each.name for each in rows[:place]])
        return rows

    def check(self, row: Row, before: Sequence[str]) -> None:
        """Raises for a row that cannot be kept."""
        if not row.name:
            raise ValidationError(
                _("A value has no name. Write its name beside it, or empty the value."), code="no_name"
            )
        if row.name in before:
            raise ValidationError(_("“%(name)s” is there twice. Remove one."), code="twice", params={"name": row.name})
        if isinstance(row.secret, str):
            _refuse_long(row.secret)
        elif not row.is_there:
            raise ValidationError(
                _("“%(name)s” has no value. Write it; stars stand for a value that is there already."),
                code="no_value",
                params={"name": row.name},
            )

    def has_changed(self, initial: Any, data: Any) -> bool:
        return any(row.is_removed or isinstance(row.secret, str) for row in data or [])


def _secret(data: Mapping[str, Any], name: str) -> Secret:
    if data.get(f"{name}-remove"):
        return Untouched.REMOVED
    typed = str(data.get(name) or "")
    if typed.strip() and typed.strip("*•") and typed != MASK:
        return Typed(typed)
    return _typed_before(str(data.get(f"{name}-typed") or "")) or Untouched.KEPT


def _typed_before(token: str) -> Typed:
    try:
        return Typed(decrypt(token, seconds=SECONDS_TO_MEND) if token else "")
    except Undecryptable:
        return Typed("")


def _refuse_long(value: str) -> None:
    if len(value) > LONGEST:
        raise ValidationError(
            _("This has %(number)d characters; a secret may have %(most)d."),
            code="too_long",
            params={"number": len(value), "most": LONGEST},
        )
