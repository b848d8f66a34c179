"""The log of deliveries in the admin: each with its attempts and what came of them."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..models import Attempt, Delivery
from ..telling import sentence_of
from .listener_pages import again_page
from .publications import ReadOnlyAdmin
from .theme import label_column, page_action


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """What was told to whom, and whether it arrived."""

    list_display = ("at", "environment", "event", "receiver", "arrived", "attempts_made", "due_at")
    list_filter = ("state", "notice__event", "notice__environment")
    list_select_related = ("notice__environment", "webhook", "recipient")
    search_fields = ("notice__identity", "webhook__url", "recipient__address")
    fields = ("told_at", "environment", "sentence", "receiver", "arrived_in_words", "due_at", "tries", "identity")
    readonly_fields = fields
    actions_row = ("again",)
    actions_detail = ("again",)

    @admin.display(description=_("at"), ordering="notice__at")
    def at(self, delivery: Delivery) -> Any:
        return delivery.notice.at

    @admin.display(description=_("at"))
    def told_at(self, delivery: Delivery) -> str:
        return date_format(localtime(delivery.notice.at), "DATETIME_FORMAT")

    @admin.display(description=_("environment"), ordering="notice__environment")
    def environment(self, delivery: Delivery) -> str:
        return str(delivery.notice.environment)

    @admin.display(description=_("event"), ordering="notice__event")
    def event(self, delivery: Delivery) -> str:
        return str(delivery.notice.get_event_display())

    @admin.display(description=_("event"))
    def sentence(self, delivery: Delivery) -> str:
        return sentence_of(delivery.notice)

    @admin.display(description=_("receiver"))
    def receiver(self, delivery: Delivery) -> str:
        return str(delivery.target)

    @label_column(_("state"), {"delivered": "success", "waiting": "warning", "given_up": "danger"})
    def arrived(self, delivery: Delivery) -> tuple[str, str]:
        return delivery.state, str(delivery.get_state_display())

    @admin.display(description=_("state"))
    def arrived_in_words(self, delivery: Delivery) -> str:
        return str(delivery.get_state_display())

    @admin.display(description=_("identity"))
    def identity(self, delivery: Delivery) -> str:
        return format_html("<code>{}</code>", delivery.notice.identity)

    @admin.display(description=_("attempts"), empty_value="–")
    def tries(self, delivery: Delivery) -> str | None:
        """Each attempt in one line."""
        lines = [(self._in_words(attempt),) for attempt in delivery.attempts.all()]
        return format_html_join("", "<p>{}</p>", lines) or None

    @page_action(_("Try again…"), url_path="again", permission="again", icon="replay")
    def again(self, request: HttpRequest, object_id: str) -> HttpResponse:
        rows = Delivery.objects.select_related("notice__environment", "webhook", "recipient")
        return again_page(self.admin_site, request, get_object_or_404(rows, pk=object_id))

    def has_again_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may try again; no field of a delivery is ever edited."""
        return request.user.has_perm("releases.change_delivery")

    def _in_words(self, attempt: Attempt) -> str:
        at = date_format(localtime(attempt.at), "DATETIME_FORMAT")
        status = f" · {attempt.status}" if attempt.status else ""
        said = str(attempt.get_problem_display()) if attempt.problem else gettext("delivered")
        return f"{at} · {attempt.milliseconds} ms{status} · {said}"
