"""API keys in the admin: made with a token that is shown once, then only revoked."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from ..keys import SCOPES, make_key, revoke
from ..models import APIKey
from ..wording import joined
from .key_form import KeyForm
from .people import person
from .replace_page import replace_page
from .theme import label_column, page_action

SHOWN = ("begins_with", "may", "only_prompts", "expires_at", "last_used_at", "pair")


@admin.register(APIKey)
class APIKeyAdmin(ModelAdmin):
    """Which programs may ask what, until when."""

    form = KeyForm
    fields = ("name", "environment", "scopes", "prompts", "expires_at")
    list_display = ("name", "environment", "state", *SHOWN)
    list_filter = ("environment",)
    list_select_related = ("environment", "replaces", "replaced_by")
    search_fields = ("name", "prefix")
    actions = None
    actions_row = ("replace", "revoke")
    actions_detail = ("replace", "revoke")
    actions_detail_hide_default = True
    list_per_page = 50

    @label_column(_("state"), {"active": "success", "expired": "warning", "revoked": "danger"})
    def state(self, key: APIKey) -> tuple[str, str]:
        words = {"active": gettext("active"), "revoked": gettext("revoked"), "expired": gettext("expired")}
        return key.state, words[key.state]

    @admin.display(description=_("state"))
    def state_in_words(self, key: APIKey) -> str:
        return self.state(key)[1]

    @admin.display(description=_("begins with"))
    def begins_with(self, key: APIKey) -> str:
        return format_html("<code>{}…</code>", key.prefix)

    @admin.display(description=_("scopes"))
    def may(self, key: APIKey) -> str:
        return joined(str(SCOPES.get(scope, scope)) for scope in key.scopes)

    @admin.display(description=_("prompts"))
    def only_prompts(self, key: APIKey) -> str:
        return gettext("all") if key.prompts is None else joined(key.prompts)

    @admin.display(description=_("pair"), empty_value="–")
    def pair(self, key: APIKey) -> str | None:
        """The key that it replaces, or that replaces it, each with a link."""
        successor = getattr(key, "replaced_by", None)
        pairs = [(_("replaces"), key.replaces), (_("replaced by"), successor)]
        links = [(how, reverse("admin:releases_apikey_change", args=[it.pk]), it.prefix) for how, it in pairs if it]
        return format_html_join(" · ", '{} <a href="{}"><code>{}…</code></a>', links) or None

    @page_action(_("Rotate…"), url_path="replace", permission="revoke", icon="autorenew")
    def replace(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return replace_page(self.admin_site, request, get_object_or_404(APIKey, pk=object_id))

    @page_action(_("Revoke…"), url_path="revoke", permission="revoke", icon="block")
    def revoke(self, request: HttpRequest, object_id: str) -> HttpResponse:
        key = get_object_or_404(APIKey, pk=object_id)
        if request.method == "POST":
            revoke(key, by=person(request))
            messages.success(request, gettext("The key “%(key)s” is revoked.") % {"key": key})
            return redirect("admin:releases_apikey_changelist")
        return self._page(
            request, "releases/revoke_key.html", title=gettext("Revoke “%(key)s”") % {"key": key}, key=key
        )

    def has_revoke_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who may revoke; `has_change_permission` says that no field of a key is ever edited."""
        return request.user.has_perm("releases.change_apikey")

    def has_change_permission(self, request: HttpRequest, obj: APIKey | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: APIKey | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: APIKey | None = None) -> Any:
        return (
            ("name", "environment", "state_in_words", *SHOWN, "created_at", "created_by", "revoked_at", "revoked_by")
            if obj
            else self.fields
        )

    def get_readonly_fields(self, request: HttpRequest, obj: APIKey | None = None) -> Any:
        return self.get_fields(request, obj) if obj else ()

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """Offers no way to save that would skip the page with the token."""
        context |= {"show_save_and_add_another": False, "show_save_and_continue": False}
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: APIKey, form: KeyForm, change: bool) -> None:
        """Makes the key; the token goes with the row to `response_add` and nowhere else."""
        made, token = make_key(by=person(request), **form.cleaned_data)
        obj.pk = made.pk
        obj.refresh_from_db()
        obj.token = token

    def response_add(self, request: HttpRequest, obj: APIKey, post_url_continue: str | None = None) -> HttpResponse:
        """Shows the token in this one answer, which no cache keeps."""
        answer = self._page(
            request, "releases/key_made.html", title=gettext("The key “%(key)s”") % {"key": obj}, key=obj
        )
        answer["Cache-Control"] = "no-store"
        return answer

    def _page(self, request: HttpRequest, template: str, **context: Any) -> TemplateResponse:
        return TemplateResponse(request, template, {**self.admin_site.each_context(request), **context})
