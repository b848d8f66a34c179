"""Prompts in the admin."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from ..models import Prompt, PromptGroup, PromptTool
from .base import CatalogAdmin, count_column, count_of
from .filters import MineFilter, TagFilter
from .forms import PromptForm


@admin.register(Prompt)
class PromptAdmin(CatalogAdmin):
    """Prompts: their system message, their groups, the tools they always send."""

    form = PromptForm
    list_display = ("name", "title", "owner", "group_count", "tool_count", "default_model", "updated_at")
    list_filter = (MineFilter, TagFilter, "owner")
    search_fields = ("name", "title", "owner")
    not_in_lists = ("system_message", "metadata", "tool_choice", "tags", "waivers")
    counts = {"groups_in_it": count_of(PromptGroup, "prompt"), "tools_in_it": count_of(PromptTool, "prompt")}
    fieldsets = (
        (None, {"fields": ("name", "system_message", "groups", "tools", "tool_choice", "default_model", "metadata")}),
        (_("For colleagues"), {"fields": ("title", "owner", "tags", "waivers")}),
    )

    group_count = count_column("groups_in_it", _("tool groups"))
    tool_count = count_column("tools_in_it", _("tools always sent"))
