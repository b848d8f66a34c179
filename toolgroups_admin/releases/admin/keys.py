"""API keys in the admin: made with a token that is shown once, then only revoked."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import action, display

from ..keys import SCOPES, make_key, revoke
from ..models import APIKey
from .key_form import KeyForm
from .pages import person

SHOWN = ("name", "environment", "state", "begins_with", "may", "only_prompts", "expires_at", "last_used_at")


@admin.register(APIKey)
class APIKeyAdmin(ModelAdmin):
    """Which programs may ask what, until when."""

    form = KeyForm
    fields = ("name", "environment", "scopes", "prompts", "expires_at")
    list_display = SHOWN
    list_filter = ("environment",)
    list_select_related = ("environment",)
    search_fields = ("name", "prefix")
    actions = None
    actions_row = ("revoke",)
    actions_detail = ("revoke",)
    list_per_page = 50

    @display(description=_("state"), label={"active": "success", "expired": "warning", "revoked": "danger"})
    def state(self, key: APIKey) -> tuple[str, str]:
        if key.is_active:
            return "active", _now("active")
        return ("revoked", _now("revoked")) if key.revoked_at else ("expired", _now("expired"))

    @admin.display(description=_("begins with"))
    def begins_with(self, key: APIKey) -> str:
        return f"{key.prefix}…"

    @admin.display(description=_("may"))
    def may(self, key: APIKey) -> str:
        return _now(", ").join(str(SCOPES.get(scope, scope)) for scope in key.scopes)

    @admin.display(description=_("prompts"))
    def only_prompts(self, key: APIKey) -> str:
        return _now("all") if key.prompts is None else _now(", ").join(key.prompts)

    @action(description=_("Revoke…"), url_path="revoke", permissions=["revoke"], icon="block")
    def revoke(self, request: HttpRequest, object_id: str) -> HttpResponse:
        key = get_object_or_404(APIKey, pk=object_id)
        if request.method == "POST":
            revoke(key, by=person(request))
            messages.success(request, _now("The key “%(key)s” is revoked.") % {"key": key})
            return redirect("admin:releases_apikey_changelist")
        return self._page(request, "releases/revoke_key.html", title=_now("Revoke “%(key)s”") % {"key": key}, key=key)

    def has_revoke_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may revoke; `has_change_permission` says that no field of a key is ever edited."""
        return request.user.has_perm("releases.change_apikey")

    def has_change_permission(self, request: HttpRequest, obj: APIKey | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: APIKey | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: APIKey | None = None) -> Any:
        return (*SHOWN, "created_at", "created_by", "revoked_at", "revoked_by") if obj else self.fields

    def get_readonly_fields(self, request: HttpRequest, obj: APIKey | None = None) -> Any:
        return self.get_fields(request, obj) if obj else ()

    def save_model(self, request: HttpRequest, obj: APIKey, form: KeyForm, change: bool) -> None:
        """Makes the key; the token goes with the row to `response_add` and nowhere else."""
        made, token = make_key(by=person(request), **form.cleaned_data)
        obj.pk = made.pk
        obj.refresh_from_db()
        obj.token = token

    def response_add(self, request: HttpRequest, obj: APIKey, post_url_continue: str | None = None) -> HttpResponse:
        """Shows the token in this one answer, which no cache keeps."""
        answer = self._page(request, "releases/key_made.html", title=_now("The key “%(key)s”") % {"key": obj}, key=obj)
        answer["Cache-Control"] = "no-store"
        return answer

    def _page(self, request: HttpRequest, template: str, **context: Any) -> TemplateResponse:
        return TemplateResponse(request, template, {**self.admin_site.each_context(request), **context})
