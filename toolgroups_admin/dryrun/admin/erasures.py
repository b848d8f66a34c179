"""Erasing an account in the admin: what is kept of it is counted first; what was erased is listed without whose it was."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextInputWidget

from ..erasing import erase, kept_of
from ..models import Erasure
from .persons import person


class AccountForm(forms.Form):
    """Whose it is."""

    account = forms.CharField(
        label=gettext_lazy("Account"),
        max_length=500,
        widget=UnfoldAdminTextInputWidget({"autocomplete": "off"}),
        help_text=gettext_lazy("As it stands in chats, letter by letter."),
    )


@admin.register(Erasure)
class ErasureAdmin(ModelAdmin):
    """Who had how much erased and when; a new one is made by a page of its own."""

    list_display = ("at", "by", "dry_runs", "scenarios", "scenario_changes", "batch_lines")
    list_display_links = None
    list_select_related = ("by",)
    list_per_page = 50
    show_full_result_count = False
    fields = ("at", "author", "dry_runs", "scenarios", "scenario_changes", "batch_lines")
    readonly_fields = fields

    @admin.display(description=gettext_lazy("by"))
    def author(self, erasure: Erasure) -> str:
        """A name, and no link: not everybody may see accounts."""
        return str(erasure.by or _("the command line"))

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Asks for the account, says what is kept of it, and erases that when told to."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = AccountForm(request.POST or None)
        kept = kept_of(form.cleaned_data["account"]) if form.is_valid() else None
        if kept and not kept.is_nothing and "erase" in request.POST:
            erase(form.cleaned_data["account"], by=person(request))
            messages.success(request, _("Erased. The entry below says how much, and not whose it was."))
            return redirect("admin:dryrun_erasure_changelist")
        head = {"title": _("Erase an account"), "opts": self.opts, "form": form, "kept": kept}
        return TemplateResponse(request, "dryrun/erase.html", {**self.admin_site.each_context(request), **head})

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
