"""Releases in the admin."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import BooleanField, Count, Prefetch, QuerySet, Value
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.catalog.mapping import MODEL_OF

from ..candidates import EMPTY, contents
from ..comparing import changes_from
from ..models import Environment, Release
from ..wording import joined
from .bring_back_page import bring_back_page
from .compare_page import DRAFT, compare_page
from .publications import ReadOnlyAdmin
from .shown_changes import MOST_SHOWN, shown
from .theme import list_action, page_action, require_key

SHOWN_CHARACTERS = 12


@admin.register(Release)
class ReleaseAdmin(ReadOnlyAdmin):
    """What was published: number, where it is live, who, when and why; with the way back to it."""

    list_display = ("number", "live_in", "author", "created_at", "comment", "objects_in_it", "short_digest")
    list_select_related = ("author",)
    search_fields = ("number", "comment", "author__username", "digest")
    fields = (
        "number",
        "live_in",
        "can_be_rolled_back_to",
        "can_be_promoted_to",
        "made_by",
        "created_at",
        "comment",
        "parent",
        "whole_digest",
        "changes",
    )
    readonly_fields = fields
    actions_list = ("compare",)
    actions_detail = ("compare_with_draft", "bring_back", "document")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Release]:
        live = Prefetch("environments", Environment.objects.all())
        releases: QuerySet[Release] = super().get_queryset(request)
        may = Value(request.user.has_perm("releases.publish"), output_field=BooleanField())
        return releases.prefetch_related(live).annotate(size=Count("fragments"), may_publish=may)

    @admin.display(description=_("live in"), empty_value="–")
    def live_in(self, release: Release) -> str | None:
        return joined(str(environment) for environment in release.environments.all()) or None

    @admin.display(description=_("objects"))
    def objects_in_it(self, release: Any) -> int | str:
        return str(_("cleared")) if release.cleared_at else int(release.size)

    @admin.display(description=_("author"))
    def made_by(self, release: Release) -> str:
        """A name, and no link: not everybody may see accounts."""
        return str(release.author or _("the command line"))

    @admin.display(description=_("digest"))
    def short_digest(self, release: Release) -> str:
        return format_html("<code>{}</code>", release.digest[:SHOWN_CHARACTERS])

    @admin.display(description=_("digest"))
    def whole_digest(self, release: Release) -> str:
        return format_html('<code class="release-digest">{}</code>', release.digest)

    @admin.display(description=_("can be rolled back to in"), empty_value="–")
    def can_be_rolled_back_to(self, release: Release) -> str | None:
        places = Environment.objects.filter(publications__release=release).exclude(release=release).distinct()
        return self._links("roll_back", places, release)

    @admin.display(description=_("can be promoted to"), empty_value="–")
    def can_be_promoted_to(self, release: Release) -> str | None:
        places = Environment.objects.exclude(release=release).exclude(publications__release=release)
        return self._links("promote", places, release)

    def _links(self, way: str, places: Iterable[Environment], release: Release) -> str | None:
        if release.cleared_at is not None:
            return None
        if not getattr(release, "may_publish", False):
            return joined(str(place) for place in places) or None
        links = [
            (reverse(f"admin:releases_environment_{way}_to", args=[place.pk, release.number]), place)
            for place in places
        ]
        return format_html_join(" · ", '<a href="{}">{}</a>', links) or None

    @admin.display(description=_("changes since the release before"))
    def changes(self, release: Release) -> str:
        if cleared := next((it for it in (release, release.parent) if it and it.cleared_at), None):
            return _("Release %(number)s was cleared, since it had not been live for long.") % {"number": cleared}
        before = contents(release.parent) if release.parent else EMPTY
        changes = changes_from(before, contents(release))
        words = {"shown": shown(changes), "not_shown": max(len(changes) - MOST_SHOWN, 0)}
        return render_to_string("releases/changes.html", words)

    @list_action(_("Compare…"), url_path="compare", permission="view", icon="difference")
    def compare(self, request: HttpRequest) -> HttpResponse:
        return compare_page(self.admin_site, request)

    @page_action(_("Compare with the draft"), url_path="compare", permission="read", icon="difference")
    def compare_with_draft(self, request: HttpRequest, object_id: str) -> HttpResponse:
        release = get_object_or_404(Release.objects.whole(), pk=object_id)
        return redirect(f"{reverse('admin:releases_release_compare')}?before={release.number}&after={DRAFT}")

    @page_action(_("Bring back into the draft…"), url_path="bring-back", permission="edit", icon="history")
    def bring_back(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return bring_back_page(self.admin_site, request, get_object_or_404(Release.objects.whole(), pk=object_id))

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        """The page asks for its buttons before it looks for the release."""
        if object_id is not None:
            require_key(object_id)
        return super().changeform_view(request, object_id, form_url, extra_context)

    def has_read_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may see what a release holds: those who may see releases, unless it was cleared."""
        gone = object_id is not None and not Release.objects.whole().filter(pk=object_id).exists()
        return self.has_view_permission(request) and not gone

    def has_edit_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may bring a release back: those who may make, change and delete every kind of object of the draft."""
        models = [model._meta for model in MODEL_OF.values()]
        return self.has_read_permission(request, object_id) and request.user.has_perms(
            [f"catalog.{deed}_{model.model_name}" for model in models for deed in ("add", "change", "delete")]
        )

    @page_action(_("Download the document"), url_path="document", permission="read", icon="download")
    def document(self, request: HttpRequest, object_id: str) -> HttpResponse:
        release = get_object_or_404(Release.objects.whole(), pk=object_id)
        answer = JsonResponse(contents(release).document(), json_dumps_params={"ensure_ascii": False, "indent": 2})
        answer["Content-Disposition"] = f'attachment; filename="release-{release.number}.json"'
        return answer
