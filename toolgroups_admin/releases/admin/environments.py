"""Environments in the admin: what is live in each, and the ways to change that."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import BooleanField, QuerySet, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from ..comparing import count_changes
from ..configuring import SETTINGS, configure
from ..events import events_of
from ..models import Environment, Release
from ..requested import waiting
from ..setting_words import settings_in_words
from ..wording import joined
from .choosing import choose_promotion, choose_release
from .environment_form import EnvironmentForm
from .home_page import faults_view
from .pages import page
from .people import person
from .publish_page import publish_page
from .repoint_page import promote_page, roll_back_page
from .switch_pages import switch_off_page
from .theme import page_action, require_key

SHOWN = ("live_release", "waiting", "switched_off", "changed_last")
MOST_CHANGES = 5
MOST_EVENTS = 100


@admin.register(Environment)
class EnvironmentAdmin(ModelAdmin):
    """Environments, their live releases, and what is not published to them."""

    form = EnvironmentForm
    list_display = ("label", "name", "live_release", "not_published")
    list_select_related = ("release",)
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

    @admin.display(description=_("settings changed last"), empty_value="–")
    def changed_last(self, environment: Environment) -> str | None:
        latest = environment.changes.select_related("by")[:MOST_CHANGES] if environment.pk else ()
        lines = [
            (
                date_format(localtime(it.at), "DATETIME_FORMAT"),
                it.by or _("the command line"),
                joined(settings_in_words(it)),
            )
            for it in latest
        ]
        return format_html_join("", "<p>{} · {} · {}</p>", lines) or None

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
        faults = path("draft-faults/", self.admin_site.admin_view(self.faults), name="releases_draft_faults")
        return [*addresses, faults, *super().get_urls()]

    def faults(self, request: HttpRequest) -> HttpResponse:
        """What the first page asks for when it is there."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return faults_view(request)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """What happened in the environment, latest first."""
        require_key(object_id)
        environment = get_object_or_404(Environment, pk=object_id)
        if not self.has_view_or_change_permission(request, environment):
            raise PermissionDenied
        return page(
            self.admin_site,
            request,
            "releases/environment_history.html",
            title=gettext("History of %(object)s") % {"object": environment},
            target=environment,
            events=events_of(environment, MOST_EVENTS),
            most=MOST_EVENTS,
        )

    def save_model(self, request: HttpRequest, obj: Environment, form: EnvironmentForm, change: bool) -> None:
        """With an entry in the history, and never over what was published meanwhile."""
        configure(obj, by=person(request))

    def get_fields(self, request: HttpRequest, obj: Environment | None = None) -> Any:
        may_save = self.has_change_permission(request, obj) if obj else self.has_add_permission(request)
        return ("name", *SETTINGS, *SHOWN, "seen") if may_save else ("name", *SETTINGS, *SHOWN)

    def get_readonly_fields(self, request: HttpRequest, obj: Environment | None = None) -> Any:
        return (*SHOWN, "name") if obj else SHOWN
