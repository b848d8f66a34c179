"""Environments in the admin: what is live in each, and the ways to change that."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import BooleanField, QuerySet, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.admin import ModelAdmin

from ..comparing import count_changes
from ..models import Environment, Release
from ..requested import waiting
from .choosing import choose_promotion, choose_release
from .environment_form import EnvironmentForm
from .publish_page import publish_page
from .repoint_page import promote_page, roll_back_page
from .switch_pages import switch_off_page
from .theme import page_action


@admin.register(Environment)
class EnvironmentAdmin(ModelAdmin):
    """Environments, their live releases, and what is not published to them."""

    form = EnvironmentForm
    list_display = ("label", "name", "live_release", "not_published")
    list_select_related = ("release",)
    fields = ("name", "title", "order", "gate", "four_eyes", "allow_list", "live_release", "waiting", "switched_off")
    actions = None
    actions_row = ("publish", "promote", "roll_back", "switch_off")
    actions_detail = ("publish", "promote", "roll_back", "switch_off")

    @admin.display(description=_("environment"), ordering="order")
    def label(self, environment: Environment) -> str:
        return str(environment)

    @admin.display(description=_("live release"), empty_value="–")
    def live_release(self, environment: Environment) -> str | None:
        release = environment.release
        if release is None:
            return None
        return format_html('<a href="{}">{}</a>', reverse("admin:releases_release_change", args=[release.pk]), release)

    @admin.display(description=_("changes not published"))
    def not_published(self, environment: Environment) -> str:
        number = count_changes(environment)
        if not getattr(environment, "may_publish", False):
            return str(number)
        address = reverse("admin:releases_environment_publish", args=[environment.pk])
        return format_html('<a href="{}">{}</a>', address, number)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Environment]:
        may = Value(self.has_publish_permission(request), output_field=BooleanField())
        environments: QuerySet[Environment] = super().get_queryset(request)
        return environments.annotate(may_publish=may)

    @admin.display(description=pgettext_lazy("switch", "switched off"), empty_value="–")
    def switched_off(self, environment: Environment) -> str | None:
        off = environment.switches.filter(lifted_at=None)
        links = [
            (reverse("admin:releases_switch_change", args=[it.pk]), it.get_kind_display(), it.identity) for it in off
        ]
        return format_html_join(" · ", '<a href="{}">{} “{}”</a>', links) or None

    @admin.display(description=_("waiting to go live"), empty_value="–")
    def waiting(self, environment: Environment) -> str | None:
        open_ones = waiting(environment) if environment.pk else []
        links = [
            (reverse("admin:releases_publishrequest_change", args=[it.request.pk]), it.request, it.stage.label)
            for it in open_ones
        ]
        return format_html_join(" · ", '<a class="release-link" href="{}">{}</a> {}', links) or None

    @page_action(_("Publish…"), url_path="publish", permission="publish", icon="publish")
    def publish(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return publish_page(self.admin_site, request, get_object_or_404(Environment, pk=object_id))

    @page_action(_("Roll back…"), url_path="roll-back", permission="publish", icon="undo")
    def roll_back(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return choose_release(self.admin_site, request, get_object_or_404(Environment, pk=object_id))

    @page_action(_("Promote…"), url_path="promote", permission="publish", icon="upgrade")
    def promote(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return choose_promotion(self.admin_site, request, get_object_or_404(Environment, pk=object_id))

    @page_action(_("Switch off…"), url_path="switch-off", permission="publish", icon="toggle_off")
    def switch_off(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return switch_off_page(self.admin_site, request, get_object_or_404(Environment, pk=object_id))

    def roll_back_to(self, request: HttpRequest, object_id: int, number: int) -> HttpResponse:
        return roll_back_page(self.admin_site, request, *self._both(request, object_id, number))

    def promote_to(self, request: HttpRequest, object_id: int, number: int) -> HttpResponse:
        return promote_page(self.admin_site, request, *self._both(request, object_id, number))

    def _both(self, request: HttpRequest, object_id: int, number: int) -> tuple[Environment, Release]:
        if not self.has_publish_permission(request):
            raise PermissionDenied
        return get_object_or_404(Environment, pk=object_id), get_object_or_404(Release.objects.whole(), number=number)

    def has_publish_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may publish, promote, roll back and switch off."""
        return request.user.has_perm("releases.publish")

    def get_urls(self) -> list[Any]:
        ways = [("roll-back", self.roll_back_to), ("promote", self.promote_to)]
        addresses = [
            path(
                f"<int:object_id>/{way}/<int:number>/",
                self.admin_site.admin_view(view),
                name=f"releases_environment_{way.replace('-', '_')}_to",
            )
            for way, view in ways
        ]
        return [*addresses, *super().get_urls()]

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """What was live in the environment, and since when."""
        return redirect(f"{reverse('admin:releases_publication_changelist')}?environment__id__exact={object_id}")

    def get_readonly_fields(self, request: HttpRequest, obj: Environment | None = None) -> Any:
        shown = ("live_release", "waiting", "switched_off")
        return (*shown, "name") if obj else shown
