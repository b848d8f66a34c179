"""Kept dry runs in the admin."""

from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from ..choosing import source_label
from ..models import DryRun


@admin.register(DryRun)
class DryRunAdmin(ModelAdmin):
    """A list of what is kept; opening one shows it on the dry-run page."""

    list_display = ("prompt", "tried_against", "by", "created_at", "expires_at")
    list_filter = ("created_at",)
    list_select_related = ("by",)
    search_fields = ("prompt", "by__username")
    list_per_page = 50
    show_full_result_count = False

    @admin.display(description=_("tried against"), ordering="source")
    def tried_against(self, kept: DryRun) -> str:
        return source_label(kept.source)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("context")

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        kept = self.get_object(request, object_id)
        if kept is None:
            raise Http404
        return redirect("dryrun:kept", kept_id=kept.pk)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
