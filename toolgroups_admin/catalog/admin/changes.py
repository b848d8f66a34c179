"""The history of everything in the admin."""

from typing import Any, cast

from django.contrib import admin
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import path
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from ..history import differences, row_of
from ..models import Change
from ..reverting import Moment
from .filters import AuthorFilter
from .revert_page import may_bring_back, revert_page, ways_back


@admin.register(Change)
class ChangeAdmin(ModelAdmin):
    """Who changed what, when and why; to be read, never edited."""

    list_display = ("at", "kind", "identity", "what", "action", "by", "why")
    list_filter = ("kind", "action", AuthorFilter, "at")
    list_select_related = ("by",)
    search_fields = ("identity", "why", "by__username")
    list_per_page = 50
    show_full_result_count = False
    fields = ("at", "kind", "identity", "what", "action", "author", "why", "members", "way_back")
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

    @admin.display(description=_("bring back"))
    def way_back(self, change: Change) -> str:
        """Links to the states that can come back."""
        return render_to_string("catalog/ways_back.html", {"ways": getattr(change, "ways", ())}) or "–"

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Change | None:
        """The entry, with the ways back that this person has."""
        change: Any = super().get_object(request, object_id, from_field)
        if change is not None:
            row = row_of(change)
            change.ways = ways_back(change, row, may_edit=may_bring_back(request, change, row))
        return cast(Change | None, change)

    def get_urls(self) -> list[Any]:
        address = path(
            "<int:change_id>/revert/<moment>/", self.admin_site.admin_view(self.revert), name="catalog_change_revert"
        )
        return [address, *super().get_urls()]

    def revert(self, request: HttpRequest, change_id: int, moment: str) -> HttpResponse:
        """The page that brings back a state of an entry."""
        if moment not in set(Moment):
            raise Http404
        change = get_object_or_404(Change.objects.select_related("by", "before", "after"), pk=change_id)
        return revert_page(request, change, Moment(moment))

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Change]:
        rows: models.QuerySet[Change] = super().get_queryset(request)
        return rows.select_related("by", "before", "after")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
