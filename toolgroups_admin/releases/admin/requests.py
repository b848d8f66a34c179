"""Requests to publish, in the admin."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from ..models import PublishRequest
from ..moments import with_offset
from ..requested import Stage, stage_of
from .publications import ReadOnlyAdmin
from .request_page import request_page
from .theme import label_column

COLOURS: dict[str, str] = {
    Stage.PUBLISHED: "success",
    Stage.CANCELLED: "default",
    Stage.STALE: "danger",
    Stage.FAILED: "danger",
    Stage.APPROVAL: "warning",
    Stage.TIME: "info",
    Stage.READY: "info",
}


@admin.register(PublishRequest)
class PublishRequestAdmin(ReadOnlyAdmin):
    """What was asked for: what waits, what went live, what did not, and why."""

    list_display = ("label", "stage", "by", "at", "time", "approved_by", "comment")
    list_filter = ("environment", "state")
    search_fields = ("comment", "by__username")

    @admin.display(description=_("request"), ordering="pk")
    def label(self, request: PublishRequest) -> str:
        return str(request)

    @label_column(_("state"), COLOURS)
    def stage(self, request: PublishRequest) -> tuple[str, str]:
        stage = stage_of(request)
        return stage.value, str(stage.label)

    @admin.display(description=_("not before"), ordering="not_before", empty_value="–")
    def time(self, request: PublishRequest) -> str | None:
        return with_offset(request.not_before) if request.not_before else None

    def get_queryset(self, request: HttpRequest) -> QuerySet[PublishRequest]:
        requests: QuerySet[PublishRequest] = super().get_queryset(request)
        return requests.select_related("environment__release", "by", "approved_by")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The page of a request, where who may publish approves, cancels and builds anew."""
        may_publish = request.user.has_perm("releases.publish")
        if not self.has_view_permission(request) or (request.method == "POST" and not may_publish):
            raise PermissionDenied
        asked = self.get_object(request, object_id)
        if asked is None:
            raise Http404
        return request_page(self.admin_site, request, asked, may_publish=may_publish)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """The steps stand on the page itself."""
        return redirect("admin:releases_publishrequest_change", object_id)
