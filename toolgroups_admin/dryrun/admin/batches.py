"""Batches in the admin."""

from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from unfold.admin import ModelAdmin

from ..batch_models import Batch


@admin.register(Batch)
class BatchAdmin(ModelAdmin):
    """A list of batches; adding and opening one leads to its own pages."""

    list_display = ("name", "state", "lines", "by", "created_at", "expires_at")
    list_filter = ("state", "created_at")
    list_select_related = ("by",)
    search_fields = ("name", "by__username")
    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).exclude(state=Batch.State.RECEIVING).defer("totals")

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("dryrun:batches:new")

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        batch = self.get_object(request, object_id)
        if batch is None:
            raise Http404
        return redirect("dryrun:batches:batch", batch_id=batch.pk)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """The batches alone: of their lines there may be a million."""
        return [str(batch) for batch in objs], {}, set(), []

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
