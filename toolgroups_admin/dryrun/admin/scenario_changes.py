"""The history of scenarios in the admin: read, and brought back."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin

from toolgroups_admin.catalog.fault_words import in_words

from ..models import ScenarioChange
from ..scenario_history import CannotComeBack, bring_back, differences
from .persons import person


@admin.register(ScenarioChange)
class ScenarioChangeAdmin(ModelAdmin):
    """Who changed which scenario and when; an entry shows what, with buttons that bring a state back."""

    list_display = ("at", "name", "what", "by")
    list_filter = ("at",)
    list_select_related = ("by",)
    search_fields = ("name", "by__username")
    list_per_page = 50
    show_full_result_count = False
    fields = ("at", "name", "what", "author", "members")
    readonly_fields = fields
    change_form_outer_before_template = "dryrun/ways_back.html"

    @admin.display(description=gettext_lazy("change"))
    def what(self, change: ScenarioChange) -> str:
        return str(change.outcome.label)

    @admin.display(description=gettext_lazy("by"))
    def author(self, change: ScenarioChange) -> str:
        """A name, and no link: not everybody may see accounts."""
        return str(change.by or _("the command line"))

    @admin.display(description=gettext_lazy("before and after"))
    def members(self, change: ScenarioChange) -> str:
        return render_to_string("catalog/differences.html", {"differences": differences(change)})

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == "scenario" or super().lookup_allowed(lookup, value, request)

    def get_urls(self) -> list[Any]:
        address = self.admin_site.admin_view(self.bring_back)
        return [path("<int:change_id>/back/", address, name="dryrun_scenariochange_back"), *super().get_urls()]

    def bring_back(self, request: HttpRequest, change_id: int) -> HttpResponse:
        """Brings back a state of an entry, when posted."""
        if not request.user.has_perm("dryrun.change_scenario"):
            raise PermissionDenied
        change = get_object_or_404(ScenarioChange, pk=change_id)
        if request.method != "POST":
            return redirect("admin:dryrun_scenariochange_change", change_id)
        try:
            scenario = bring_back(change, before=request.POST.get("state") == "before", by=person(request))
        except CannotComeBack as refused:
            for words in [refused.why, *(in_words(fault, fault.path) for fault in refused.faults)]:
                messages.error(request, words)
            return redirect("admin:dryrun_scenariochange_change", change_id)
        messages.success(request, _("“%(name)s” is as it was then.") % {"name": scenario})
        return redirect("admin:dryrun_scenario_change", scenario.pk)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
