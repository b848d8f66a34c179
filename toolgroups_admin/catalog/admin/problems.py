"""Problems in lists and forms of the four kinds.

What is known of the draft as it is now stands in the page at once. Otherwise the page asks for it when it is there
itself, so that nobody waits for lint; until then lists have the counts of the last state that was looked at.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from ..models import CatalogObject
from ..problems import known_problems, last_problems
from .shown_problems import Beside, beside, count_of


class ShowsProblems(ModelAdmin):
    """Counts the problems of each row in lists, and says in forms at each field what is wrong with what is saved."""

    list_before_template = "catalog/ask_for_counts.html"
    change_form_outer_before_template = "catalog/above_form.html"

    def get_list_display(self, request: HttpRequest) -> Any:
        """The columns, with that of problems before the last one."""
        *columns, last = super().get_list_display(request)
        return [*columns, "problems", last]

    @admin.display(description=_("problems"))
    def problems(self, row: Any) -> str:
        """How many there are, with a link to them."""
        return render_to_string("catalog/problem_count.html", {"count": row.problem_count})

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """As Django, with the rows of the page told how many problems they have, if that is known."""
        changes = super().get_changelist_instance(request)
        known = known_problems()
        shown = known or last_problems()
        for row in changes.result_list:
            row.problem_count = count_of(row.kind, row.identity, row.pk, shown)
        if known is None and changes.result_list:
            asked = [("kind", self.model.kind), *(("pk", row.pk) for row in changes.result_list)]
            changes.counts_address = f"{reverse('catalog:counts')}?{urlencode(asked)}"
        return changes

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **options: Any) -> Any:
        """As Django, with each problem at its field, and those without a field above the form."""
        row: CatalogObject | None = options.get("obj")
        if row is not None and row.pk:
            form, known = context["adminform"].form, known_problems()
            found = beside(row.kind, row.identity, form.fields, known) if known else None
            _put_beside(form, found)
            context["problems"] = found
            asked = {"kind": row.kind, "object": row.identity, "field": list(form.fields)}
            context["beside_address"] = f"{reverse('catalog:beside')}?{urlencode(asked, doseq=True)}"
        return super().render_change_form(request, context, **options)


def _put_beside(form: Any, found: Beside | None) -> None:
    """Gives each field a place for its problems, filled when they are known."""
    at_fields: Mapping[str, Any] = found.at_fields if found else {}
    for member in form.fields:
        bound = form[member]
        if found is None or member in at_fields:
            place = render_to_string(
                "catalog/field_problems.html", {"member": member, "problems": at_fields.get(member, ())}
            )
            bound.help_text = format_html("{}{}", bound.help_text, place)
