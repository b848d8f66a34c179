"""What is and was switched off, in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..models import Switch
from .publications import ReadOnlyAdmin
from .switch_pages import lift_page
from .theme import label_column, page_action


@admin.register(Switch)
class SwitchAdmin(ReadOnlyAdmin):
    """Groups and tools that are off without a publish, and those that were."""

    list_display = ("identity", "kind", "environment", "state", "reason", "by", "at", "lifted_by", "lifted_at")
    list_filter = ("environment", ("lifted_at", admin.EmptyFieldListFilter))
    list_select_related = ("environment", "by", "lifted_by")
    search_fields = ("identity", "reason", "by__username")
    fields = ("environment", "kind", "identity", "reason", "author", "at", "lifter", "lifted_at", "lifted_why")
    readonly_fields = fields
    actions_row = ("lift",)
    actions_detail = ("lift",)

    @label_column(_("state"), {"off": "danger", "lifted": "success"})
    def state(self, switch: Switch) -> tuple[str, str]:
        return ("off", gettext("off")) if switch.lifted_at is None else ("lifted", gettext("lifted"))

    @admin.display(description=_("by"))
    def author(self, switch: Switch) -> str:
        """A name, and no link: not everybody may see accounts."""
        return str(switch.by or _("the command line"))

    @admin.display(description=_("lifted by"), empty_value="–")
    def lifter(self, switch: Switch) -> str | None:
        """A name, and no link."""
        return str(switch.lifted_by) if switch.lifted_by else None

    @page_action(_("Lift…"), url_path="lift", permission="publish", icon="toggle_on")
    def lift(self, request: HttpRequest, object_id: str) -> HttpResponse:
        switch = get_object_or_404(Switch.objects.select_related("environment"), pk=object_id)
        return lift_page(self.admin_site, request, switch)

    def has_publish_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may switch off and on."""
        return request.user.has_perm("releases.publish")
