"""Model providers in the admin: where models are asked, with keys that go in and never come out."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.releases.admin.theme import label_column
from toolgroups_admin.releases.admin.with_secrets import KeepsSecrets
from toolgroups_admin.releases.guarding import guard_words
from toolgroups_admin.releases.models.sealed import is_readable
from toolgroups_admin.releases.wording import joined

from .models import ModelProvider
from .provider_form import ProviderForm


@admin.register(ModelProvider)
class ModelProviderAdmin(KeepsSecrets):
    """The services that the gateway asks for models."""

    form = ProviderForm
    fixed = ("name", "environment")
    list_display = ("name", "environment", "url", "offered", "state")
    list_filter = ("environment", "enabled")
    list_select_related = ("environment",)
    search_fields = ("name", "url", "model_list")

    @admin.display(description=_("models"))
    def offered(self, provider: ModelProvider) -> str:
        return joined(provider.model_names)

    @label_column(_("state"), {"ready": "success", "off": "info", "keyless": "warning", "unreadable": "danger"})
    def state(self, provider: ModelProvider) -> tuple[str, str]:
        if not is_readable(provider):
            return "unreadable", gettext("secret unreadable")
        if not provider.enabled:
            return "off", gettext("disabled")
        return ("ready", gettext("ready")) if provider.key else ("keyless", gettext("without a key"))

    @admin.display(description=_("from here"))
    def guard(self, provider: ModelProvider) -> str:
        return guard_words(provider.environment, provider.url)

    @admin.display(description=_("API key"), empty_value="–")
    def masked_key(self, provider: ModelProvider) -> str:
        """Stars, for those who may only look."""
        return "******" if provider.key else ""

    def get_fieldsets(self, request: HttpRequest, obj: ModelProvider | None = None) -> Any:
        may = self.has_change_permission(request, obj) if obj else True
        where = ("name", "environment", "url", *(("guard",) if obj else ()))
        return ((None, {"fields": (*where, "key" if may else "masked_key", "model_list", "enabled")}),)

    def get_readonly_fields(self, request: HttpRequest, obj: ModelProvider | None = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "guard", "masked_key")
