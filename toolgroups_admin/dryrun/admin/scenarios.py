"""Scenarios in the admin: edited, and checked against a source."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin

from toolgroups_admin.catalog.admin.filters import TagFilter

from ..checking import Checked, check, check_all
from ..choosing import source_choices
from ..models import Scenario
from ..scenario_history import record, state_of
from ..scenarios import written, written_scenarios
from ..sources import DoesNotCompile, UnknownSource, compiled
from ..typed import DRAFT
from .matrix import matrix_page
from .outcome_filter import OutcomeFilter
from .persons import person
from .scenario_form import ScenarioForm

MOST_SHOWN = 200


@admin.register(Scenario)
class ScenarioAdmin(ModelAdmin):
    """Scenarios, each with how it stands against the draft."""

    form = ScenarioForm
    list_display = ("name", "prompt", "owner", "updated_at", "changed_by")
    list_filter = (OutcomeFilter, "prompt", TagFilter, "owner")
    list_select_related = ("changed_by",)
    search_fields = ("name", "prompt", "owner", "tags", "note")
    list_per_page = 50
    list_before_template = "dryrun/scenarios_above.html"
    readonly_fields = ("against_the_draft",)
    fieldsets = (
        (None, {"fields": ("against_the_draft", "name", "context")}),
        (gettext_lazy("Expected groups"), {"fields": ("hits", "misses")}),
        (gettext_lazy("Expected tools"), {"fields": ("tools", "no_other_tools", "absent_tools", "tool_sources")}),
        (gettext_lazy("Expected system prompt"), {"fields": ("system_prompt_has",)}),
        (gettext_lazy("For colleagues"), {"fields": ("tags", "owner", "note")}),
    )

    @admin.display(description=gettext_lazy("against the draft"), empty_value="–")
    def against_the_draft(self, scenario: Scenario) -> SafeString | None:
        if scenario.pk is None:
            return None
        try:
            result = check(written(scenario), compiled(DRAFT))
        except DoesNotCompile:
            result = None
        return render_to_string("dryrun/scenario_outcome.html", {"result": result, "scenario": scenario})

    def get_queryset(self, request: HttpRequest) -> Any:
        queryset = super().get_queryset(request)
        listing = request.resolver_match and request.resolver_match.url_name == "dryrun_scenario_changelist"
        return queryset.defer("context", "expectations") if listing else queryset

    def save_model(self, request: HttpRequest, obj: Scenario, form: Any, change: bool) -> None:
        by = person(request)
        obj.changed_by, before = by, state_of(obj.pk)
        super().save_model(request, obj, form, change)
        record(obj.pk, before, obj.members(), by=by)

    def delete_model(self, request: HttpRequest, obj: Scenario) -> None:
        record(obj.pk, obj.members(), None, by=person(request))
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for scenario in queryset:
            self.delete_model(request, scenario)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """The entries of this one, in the list of all."""
        return redirect(f"{reverse('admin:dryrun_scenariochange_changelist')}?{urlencode({'scenario': object_id})}")

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> None:
        """Scenarios have a history of their own, which can be erased."""

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:
        """As above."""

    def log_deletions(self, request: HttpRequest, queryset: Any) -> None:
        """As above."""

    def get_urls(self) -> list[Any]:
        check_all = self.admin_site.admin_view(self.check_page)
        matrix = self.admin_site.admin_view(self.matrix_page)
        return [
            path("check/", check_all, name="dryrun_scenario_check"),
            path("matrix/", matrix, name="dryrun_scenario_matrix"),
            *super().get_urls(),
        ]

    def check_page(self, request: HttpRequest) -> HttpResponse:
        """All scenarios against a source: those that fail, with why."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        source = request.GET.get("source", DRAFT)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Check scenarios"),
            "source": source,
            "sources": source_choices(source),
            "opts": self.opts,
            **_results(source),
        }
        return TemplateResponse(request, "dryrun/check_scenarios.html", context)

    def matrix_page(self, request: HttpRequest) -> HttpResponse:
        """Scenarios against groups, in a table."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        head = {"title": _("Scenarios and groups"), "opts": self.opts}
        context = {**self.admin_site.each_context(request), **head, **matrix_page(request)}
        return TemplateResponse(request, "dryrun/matrix.html", context)


def _results(source: str) -> dict[str, Any]:
    try:
        against = compiled(source)
    except UnknownSource:
        return {"obstacle": _("There is no such source, or nothing is published there. Choose another.")}
    except DoesNotCompile:
        return {"obstacle": _("This does not compile, so nothing can be checked against it.")}
    results = check_all(written_scenarios(), against)
    failing: list[Checked] = [result for result in results if not result.passed]
    return {
        "number": len(results),
        "failing": len(failing),
        "shown": failing[:MOST_SHOWN],
        "not_shown": max(len(failing) - MOST_SHOWN, 0),
    }
