"""The history of everything in the admin."""

from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from ..history import differences
from ..models import Change


@admin.register(Change)
class ChangeAdmin(ModelAdmin):
    """Who changed what, when and why; to be read, never edited."""

    list_display = ("at", "kind", "identity", "what", "action", "by", "why")
    list_filter = ("kind", "action", "at")
    list_select_related = ("by",)
    search_fields = ("identity", "why", "by__username")
    list_per_page = 50
    show_full_result_count = False
    fields = ("at", "kind", "identity", "what", "action", "author", "why", "members")
    readonly_fields = fields

    @admin.display(description=_("change"))
    def what(self, change: Change) -> str:
        return str(change.outcome.label)

    @admin.display(description=_("by"))
    def author(self, change: Change) -> str:
        """A name, and no link: not everybody may see accounts."""
        return str(change.by or _("the command line"))

    @admin.display(description=_("before and after"))
    def members(self, change: Change) -> str:
        return render_to_string("catalog/differences.html", {"differences": differences(change)})

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Change]:
        rows: models.QuerySet[Change] = super().get_queryset(request)
        return rows.select_related("by", "before", "after")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
