"""Tool contexts in the admin: their names are shown, their values never."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..models import ToolContext
from ..models.sealed import is_readable
from ..wording import joined
from .context_form import ContextForm
from .theme import label_column
from .with_secrets import KeepsSecrets


@admin.register(ToolContext)
class ToolContextAdmin(KeepsSecrets):
    """What tools are told beside their arguments, by prompt and environment."""

    form = ContextForm
    fixed = ("environment", "prompt")
    list_display = ("prompt", "environment", "names", "state")
    list_filter = ("environment",)
    list_select_related = ("environment",)
    search_fields = ("prompt",)

    @admin.display(description=_("values"), empty_value="–")
    def names(self, context: ToolContext) -> str:
        return joined(f"{name}: ******" for name in context.values)

    @label_column(_("state"), {"ready": "success", "unreadable": "danger"})
    def state(self, context: ToolContext) -> tuple[str, str]:
        return ("ready", gettext("ready")) if is_readable(context) else ("unreadable", gettext("secret unreadable"))

    def get_fields(self, request: HttpRequest, obj: ToolContext | None = None) -> Any:
        may = self.has_change_permission(request, obj) if obj else True
        return ("environment", "prompt", "values" if may else "names")

    def get_readonly_fields(self, request: HttpRequest, obj: ToolContext | None = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "names")
