"""Problems in lists and forms of the four kinds."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from ..models import CatalogObject, Kind
from ..problems import Problems, draft_problems
from .problem_wording import counted
from .shown_problems import ShownProblem, shown_problem


class ShowsProblems(ModelAdmin):
    """Counts the problems of each row in lists, and says in forms at each field what is wrong with what is saved."""

    change_form_outer_before_template = "catalog/object_problems.html"

    def get_list_display(self, request: HttpRequest) -> Any:
        """The columns, with that of problems before the last one."""
        *columns, last = super().get_list_display(request)
        return [*columns, "problems", last]

    @admin.display(description=_("problems"))
    def problems(self, row: Any) -> str:
        """How many there are, with a link to them."""
        counts = row.problem_counts
        if not counts:
            return "–"
        worst = next(iter(counts))
        address = problems_address(row.kind, row.identity)
        words = counted(counts)
        number = sum(counts.values())
        return format_html(
            '<a class="problem-count is-{}" href="{}" title="{}" aria-label="{}">{}</a>',
            worst,
            address,
            words,
            words,
            number,
        )

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """As Django, with the rows of the page told how many problems they have."""
        changes = super().get_changelist_instance(request)
        problems = draft_problems()
        for row in changes.result_list:
            row.problem_counts = problems.counts_of(row.kind, row.identity)
        return changes

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **options: Any) -> Any:
        """As Django, with each problem at its field, and those without a field above the form."""
        row: CatalogObject | None = options.get("obj")
        if row is not None and row.pk:
            context["object_problems"] = _beside_fields(row, context["adminform"].form, draft_problems())
            context["problems_address"] = problems_address(row.kind, row.identity)
        return super().render_change_form(request, context, **options)


def problems_address(kind: Kind, identity: str) -> str:
    """The Problems page, narrowed to one object."""
    return f"{reverse('catalog:problems')}?{urlencode({'kind': kind, 'object': identity})}"


def _beside_fields(row: CatalogObject, form: Any, problems: Problems) -> list[ShownProblem]:
    """Puts the problems of what is saved beside the form's fields; gives back those that have no field."""
    at_fields: dict[str, list[ShownProblem]] = {}
    others: list[ShownProblem] = []
    for problem in problems.of(row.kind, row.identity):
        beside = at_fields.setdefault(problem.member, []) if problem.member in form.fields else others
        beside.append(shown_problem(problem))
    for member, shown in at_fields.items():
        said = render_to_string("catalog/field_problems.html", {"problems": shown})
        bound = form[member]
        bound.help_text = format_html("{}{}", bound.help_text, said)
    return others
