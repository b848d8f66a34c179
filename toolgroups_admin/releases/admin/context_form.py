"""The form of a tool context: names in clear, values that it never shows."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from toolgroups_admin.catalog.admin.generics import AnyModelForm
from toolgroups_admin.catalog.models import Prompt
from toolgroups_admin.engine import MalformedJSON, decode_json

from ..models import ToolContext
from ..models.sealed import seal
from .secret_inputs import Row, SecretsField, SecretsInput

JSON_BEGINS = ("{", "[", '"')


class ContextForm(AnyModelForm):
    """What the tools of a prompt are told."""

    values = SecretsField(
        label=capfirst(gettext_lazy("values")),
        required=False,
        help_text=gettext_lazy(
            "Tools get them by name; the model never sees them, and the request's own win. A value is text, or JSON: "
            "42, true, a list, an object, or text in quotes. Values are kept encrypted and never shown; left empty, "
            "they stay."
        ),
    )

    class Meta:
        model = ToolContext
        fields = ("environment", "prompt")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if (values := self.fields.get("values")) is not None:
            assert isinstance(values.widget, SecretsInput)
            values.widget.names = list(self.instance.values)

    def clean_prompt(self) -> str:
        """A prompt of the draft."""
        name: str = self.cleaned_data["prompt"]
        if not Prompt.objects.filter(name=name).exists():
            words = _("There is no prompt “%(name)s”. Write the name as it stands in the list of prompts.")
            raise ValidationError(words, code="unknown_prompt", params={"name": name})
        return name

    def clean_values(self) -> list[Row]:
        """Rows whose values can be read."""
        rows: list[Row] = self.cleaned_data["values"]
        for row in rows:
            if isinstance(row.secret, str):
                value_of(row.name, row.secret)
        return rows

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if not self.errors:
            self.instance.values = {row.name: self._kept(row) for row in self.cleaned_data["values"]}

    def _kept(self, row: Row) -> str:
        if isinstance(row.secret, str):
            return seal(value_of(row.name, row.secret))
        kept: str = self.instance.values[row.name]
        return kept


def value_of(name: str, typed: str) -> Any:
    """The value that was typed: JSON where it is that, else text; raises for what begins like JSON and is none."""
    text = typed.strip()
    try:
        return decode_json(text.encode())
    except MalformedJSON:
        if not text.startswith(JSON_BEGINS):
            return typed
        words = _("The value of “%(name)s” begins like JSON and is none. Mend it, or put text in double quotes.")
        raise ValidationError(words, code="no_json", params={"name": name}) from None
