"""Shared rules in the admin."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from ..models import MatcherRule, RuleUse
from .base import CatalogAdmin, count_column, count_of, summary_column
from .bulk import export_selected
from .filters import MineFilter, RuleKindFilter, TagFilter
from .forms import RuleForm
from .uses import ShowsUses


@admin.register(MatcherRule)
class MatcherRuleAdmin(ShowsUses, CatalogAdmin):
    """Shared rules and how often they are used."""

    form = RuleForm
    actions = (export_selected,)
    list_display = ("name", "title", "owner", "rule_summary", "use_count", "updated_at")
    list_filter = (MineFilter, TagFilter, "owner", RuleKindFilter)
    search_fields = ("name", "title", "owner")
    not_in_lists = ("tags", "waivers")
    counts = {"users_of_it": count_of(RuleUse, "rule")}
    fieldsets = (
        (None, {"fields": ("name", "definition", "used_by")}),
        (_("For colleagues"), {"fields": ("title", "owner", "tags", "waivers")}),
    )

    rule_summary = summary_column("definition")
    use_count = count_column("users_of_it", _("uses"))
