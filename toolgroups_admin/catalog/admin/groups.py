"""Tool groups in the admin."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from ..models import GroupTool, PromptGroup, ToolGroup
from .base import CatalogAdmin, count_column, count_of, summary_column
from .filters import MineFilter, RuleKindFilter, TagFilter
from .forms import GroupForm


@admin.register(ToolGroup)
class ToolGroupAdmin(CatalogAdmin):
    """Tool groups: their rule, their system prompt, their tools."""

    form = GroupForm
    list_display = ("name", "title", "owner", "enabled", "rule_summary", "tool_count", "prompt_count", "updated_at")
    list_filter = (MineFilter, TagFilter, "owner", "enabled", RuleKindFilter)
    search_fields = ("name", "title", "owner")
    not_in_lists = ("description", "system_prompt", "tags", "waivers")
    counts = {"tools_in_it": count_of(GroupTool, "group"), "prompts_with_it": count_of(PromptGroup, "group")}
    fieldsets = (
        (None, {"fields": ("name", "enabled", "matcher", "tools", "system_prompt")}),
        (_("For colleagues"), {"fields": ("title", "description", "owner", "tags", "waivers")}),
    )

    rule_summary = summary_column("matcher")
    tool_count = count_column("tools_in_it", _("tools"))
    prompt_count = count_column("prompts_with_it", _("prompts"))
