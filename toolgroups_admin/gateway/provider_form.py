"""The form of a model provider; its key goes in and never comes out."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from toolgroups_admin.catalog.admin.generics import AnyModelForm
from toolgroups_admin.releases.addresses import check_address
from toolgroups_admin.releases.admin.connection_form import kept_secret
from toolgroups_admin.releases.admin.secret_inputs import SecretField

from .models import ModelProvider


class ProviderForm(AnyModelForm):
    """Where a provider is, and what it offers."""

    key = SecretField(
        label=gettext_lazy("API key"),
        required=False,
        help_text=gettext_lazy("It is kept encrypted and never shown; left empty, it stays."),
    )

    class Meta:
        model = ModelProvider
        fields = ("name", "environment", "url", "model_list", "enabled")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if (names := self.fields.get("model_list")) is not None:
            names.widget.attrs["rows"] = 4
        if (key := self.fields.get("key")) is not None:  # who may only look has none
            key.widget.is_there = bool(self.instance.key)

    def clean_url(self) -> str:
        """An address without a secret and without the path of the endpoint itself."""
        address: str = self.cleaned_data["url"]
        check_address(address)
        if address.rstrip("/").endswith("/chat/completions"):
            raise ValidationError(_("Leave out /chat/completions; it is added."), code="whole_path")
        return address.rstrip("/")

    def clean_model_list(self) -> str:
        """The names as they are kept, whatever line breaks the browser sends."""
        names: str = self.cleaned_data["model_list"]
        return "\n".join(names.splitlines())

    def clean_key(self) -> Any:
        """A key that a header can carry."""
        key = self.cleaned_data["key"]
        if isinstance(key, str) and not (key.isascii() and key.isprintable() and key == key.strip()):
            raise ValidationError(_("No header can carry this. Write printable ASCII without spaces at the ends."))
        return key

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if not self.errors:
            self.instance.key = kept_secret(self.instance.key, self.cleaned_data["key"])
