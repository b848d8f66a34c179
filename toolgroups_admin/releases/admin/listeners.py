"""Webhooks, mail recipients and what became of each notice, in the admin."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..announcing import Target
from ..guarding import guard_words
from ..models import Event, MailRecipient, Webhook
from ..models.listeners import all_events
from ..wording import joined
from .listener_forms import MailRecipientForm, WebhookForm
from .listener_pages import secret_page, shown_once, test_page
from .theme import label_column, page_action
from .with_secrets import KeepsSecrets


class ListenerAdmin(KeepsSecrets):
    """What both kinds have in common."""

    fixed = ("environment",)
    list_filter = ("environment", "enabled")
    list_select_related = ("environment",)

    @admin.display(description=_("events"))
    def told(self, target: Target) -> str:
        known = dict(Event.choices)
        if set(all_events()) <= set(target.events):
            return gettext("all")
        return joined(str(known.get(event, event)) for event in target.events)

    @label_column(_("state"), {"on": "success", "off": "warning"})
    def state(self, target: Target) -> tuple[str, str]:
        return ("on", gettext("enabled")) if target.enabled else ("off", gettext("not enabled"))

    @admin.display(description=_("deliveries"))
    def log(self, target: Target) -> str:
        link = "webhook" if isinstance(target, Webhook) else "recipient"
        address = f"{reverse('admin:releases_delivery_changelist')}?{link}__id__exact={target.pk}"
        return format_html('<a href="{}">{}</a>', address, gettext("what was sent, and what came of it"))

    def get_deleted_objects(self, objs: Iterable[Target], request: HttpRequest) -> Any:
        """As Django, but the log of what it was told, which nobody deletes by itself, goes along."""
        found, counts, _needed, protected = super().get_deleted_objects(objs, request)
        return found, counts, set(), protected

    def has_test_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may send a test."""
        return request.user.has_perm(f"releases.change_{self.opts.model_name}")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = tuple(self.form._meta.fields)
        return (*fields, *(("guard",) if self.model is Webhook else ()), "log") if obj else fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "log")


@admin.register(Webhook)
class WebhookAdmin(ListenerAdmin):
    """The programs that are told."""

    form = WebhookForm
    list_display = ("url", "environment", "told", "state")
    search_fields = ("url",)
    actions_row = ("test",)
    actions_detail = ("test", "new_secret")

    @admin.display(description=_("from here"))
    def guard(self, webhook: Webhook) -> str:
        return guard_words(webhook.environment, webhook.url)

    @page_action(_("Send a test…"), url_path="test", permission="test", icon="send")
    def test(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return test_page(self.admin_site, request, get_object_or_404(Webhook, pk=object_id))

    @page_action(_("New secret…"), url_path="new-secret", permission="test", icon="autorenew")
    def new_secret(self, request: HttpRequest, object_id: str) -> HttpResponse:
        webhook = get_object_or_404(Webhook, pk=object_id)
        answer = secret_page(self.admin_site, request, webhook)
        if request.method == "POST":
            self.log_change(request, webhook, [{"changed": {"fields": [str(_("secret"))]}}])
        return answer

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "guard")

    def response_add(self, request: HttpRequest, obj: Webhook, post_url_continue: str | None = None) -> HttpResponse:
        """Shows the secret, in this one answer."""
        return shown_once(self.admin_site, request, obj)


@admin.register(MailRecipient)
class MailRecipientAdmin(ListenerAdmin):
    """The people who are told."""

    form = MailRecipientForm
    list_display = ("address", "environment", "language", "told", "state")
    search_fields = ("address",)
    actions_row = ("test",)
    actions_detail = ("test",)

    @page_action(_("Send a test…"), url_path="test", permission="test", icon="send")
    def test(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return test_page(self.admin_site, request, get_object_or_404(MailRecipient, pk=object_id))
