"""What was live where and when, in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from ..models import Publication, PublishRequest


class ReadOnlyAdmin(ModelAdmin):
    """Shows; what it shows is made elsewhere and never edited."""

    actions = None
    actions_detail_hide_default = True
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Publication)
class PublicationAdmin(ReadOnlyAdmin):
    """The history of environments."""

    list_display = ("at", "environment", "action", "release", "previous", "by", "comment")
    list_filter = ("environment", "action")
    list_select_related = ("environment", "release", "previous", "by")
    search_fields = ("comment", "by__username", "release__number")
    fields = ("at", "environment", "action", "release", "previous", "author", "approver", "comment")
    readonly_fields = fields

    @admin.display(description=_("by"))
    def author(self, publication: Publication) -> str:
        """A name, and no link: not everybody may see accounts."""
        return str(publication.by or _("the command line"))

    @admin.display(description=_("approved by"), empty_value="–")
    def approver(self, publication: Publication) -> str | None:
        """Who approved it, with a link to the request, where it was asked for."""
        asked = PublishRequest.objects.filter(publication=publication).select_related("approved_by").first()
        if asked is None:
            return None
        address = reverse("admin:releases_publishrequest_change", args=[asked.pk])
        return format_html(
            '<a class="release-link" href="{}">{}</a>', address, asked.approved_by or _("nobody; by its time")
        )
