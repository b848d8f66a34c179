"""Scenarios that fail against the draft, in the list."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from ..checking import passes
from ..models import Scenario
from ..scenarios import written
from ..sources import DoesNotCompile, compiled
from ..typed import DRAFT

FAILS, PASSES = "fails", "passes"


class OutcomeFilter(admin.SimpleListFilter):
    """Scenarios by how they stand against the draft; none stands in one that does not compile, so all fail."""

    title = _("against the draft")
    parameter_name = "outcome"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(FAILS, pgettext("a scenario", "fails")), (PASSES, pgettext("a scenario", "passes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Scenario]) -> QuerySet[Scenario]:
        if self.value() not in (FAILS, PASSES):
            return queryset
        passing = _passing(queryset)
        return queryset.filter(pk__in=passing) if self.value() == PASSES else queryset.exclude(pk__in=passing)


def _passing(queryset: QuerySet[Scenario]) -> list[int]:
    try:
        draft = compiled(DRAFT)
    except DoesNotCompile:
        return []
    return [row.pk for row in queryset.defer(None).iterator(chunk_size=500) if passes(written(row), draft)]
