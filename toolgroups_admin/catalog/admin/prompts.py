"""Prompts in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from ..models import Prompt, PromptGroup, PromptTool
from ..picture import picture_of
from .base import CatalogAdmin, count_column, count_of
from .bulk import export_selected
from .filters import MineFilter, TagFilter
from .forms import PromptForm
from .uses import ShowsUses, shown_list


@admin.register(Prompt)
class PromptAdmin(ShowsUses, CatalogAdmin):
    """Prompts: their system message, their groups, the tools they always send."""

    form = PromptForm
    change_form_outer_before_template = "catalog/prompt_top.html"
    actions = (export_selected,)
    list_display = ("name", "title", "owner", "group_count", "tool_count", "default_model", "updated_at")
    list_filter = (MineFilter, TagFilter, "owner")
    search_fields = ("name", "title", "owner")
    not_in_lists = ("system_message", "metadata", "tool_choice", "tags", "waivers")
    counts = {"groups_in_it": count_of(PromptGroup, "prompt"), "tools_in_it": count_of(PromptTool, "prompt")}
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "name",
                    "system_message",
                    "groups",
                    "tools",
                    "tool_choice",
                    "default_model",
                    "metadata",
                    "used_by",
                )
            },
        ),
        (_("For colleagues"), {"fields": ("title", "owner", "tags", "waivers")}),
    )

    group_count = count_column("groups_in_it", _("tool groups"))
    tool_count = count_column("tools_in_it", _("tools always sent"))

    @admin.display(description=_("Groups, in the order in which they are judged"))
    def groups(self, row: Prompt) -> str:
        """The groups, where the form may only be read."""
        return shown_list(row, "groups")

    @admin.display(description=_("Tools always sent, in order"))
    def tools(self, row: Prompt) -> str:
        """The tools, where the form may only be read."""
        return shown_list(row, "tools")

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **options: Any) -> Any:
        """As Django, with the picture of what is saved."""
        row: Prompt | None = options.get("obj")
        if row is not None and row.pk:
            context["picture"] = picture_of(row)
        return super().render_change_form(request, context, **options)
