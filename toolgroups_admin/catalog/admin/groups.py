"""Tool groups in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from ..models import GroupTool, PromptGroup, ToolGroup
from .base import CatalogAdmin, count_column, count_of, summary_column
from .bulk import disable_selected, enable_selected, export_selected
from .filters import MineFilter, RuleKindFilter, TagFilter
from .forms import GroupForm
from .uses import ShowsUses, shown_list


@admin.register(ToolGroup)
class ToolGroupAdmin(ShowsUses, CatalogAdmin):
    """Tool groups: their rule, their system prompt, their tools."""

    form = GroupForm
    actions = (enable_selected, disable_selected, export_selected)
    list_display = ("name", "title", "owner", "enabled", "rule_summary", "tool_count", "prompt_count", "updated_at")
    list_filter = (MineFilter, TagFilter, "owner", "enabled", RuleKindFilter)
    search_fields = ("name", "title", "owner")
    not_in_lists = ("description", "system_prompt", "tags", "waivers")
    counts = {"tools_in_it": count_of(GroupTool, "group"), "prompts_with_it": count_of(PromptGroup, "group")}
    fieldsets = (
        (None, {"fields": ("name", "enabled", "matcher", "tools", "system_prompt", "used_by")}),
        (_("For colleagues"), {"fields": ("title", "description", "owner", "tags", "waivers")}),
    )

    rule_summary = summary_column("matcher")
    tool_count = count_column("tools_in_it", _("tools"))
    prompt_count = count_column("prompts_with_it", _("prompts"))

    @admin.display(description=_("enabled"), ordering="enabled")
    def switch(self, row: Any) -> str:
        """Whether the group is enabled, as a button that changes it."""
        return render_to_string("catalog/switch.html", {"row": row, "query": row.list_query})

    @admin.display(description=_("Tools, in order"))
    def tools(self, row: ToolGroup) -> str:
        """The tools, where the form may only be read."""
        return shown_list(row, "tools")

    def get_list_display(self, request: HttpRequest) -> Any:
        """The columns, with a switch for those who may change groups."""
        columns = super().get_list_display(request)
        may_change = self.has_change_permission(request)
        return ["switch" if column == "enabled" and may_change else column for column in columns]

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """As Django, with each row told how the list is narrowed, so that its switch leads back here."""
        changes = super().get_changelist_instance(request)
        for row in changes.result_list:
            row.list_query = request.GET.urlencode()
        return changes
