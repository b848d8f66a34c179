"""Tools in the admin."""

from django.contrib import admin
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..models import GroupTool, PromptTool, Tool
from .base import CatalogAdmin, count_column, count_of
from .bulk import export_selected
from .filters import ExecutorFilter, MineFilter, TagFilter
from .forms import ToolForm
from .labels import label_column
from .uses import ShowsUses


@admin.register(Tool)
class ToolAdmin(ShowsUses, CatalogAdmin):
    """Tools: what the model sees of them, who runs them, who uses them."""

    form = ToolForm
    actions = (export_selected,)
    list_display = ("key", "title", "owner", "group_count", "prompt_count", "is_sensitive", "updated_at")
    list_filter = (MineFilter, TagFilter, "owner", ExecutorFilter, "sensitive")
    search_fields = ("key", "name", "title", "owner")
    not_in_lists = ("description", "parameters", "allow", "executor", "tags", "waivers")
    counts = {"groups_with_it": count_of(GroupTool, "tool"), "prompts_with_it": count_of(PromptTool, "tool")}
    fieldsets = (
        (None, {"fields": ("key", "name", "description", "parameters", "used_by")}),
        (_("When and how it runs"), {"fields": ("allow", "executor", "return_direct", "sensitive", "sequential")}),
        (_("For colleagues"), {"fields": ("title", "owner", "tags", "waivers")}),
    )

    group_count = count_column("groups_with_it", _("tool groups"))
    prompt_count = count_column("prompts_with_it", _("prompts"))

    @label_column(_("sensitive"), "warning", ordering="sensitive")
    def is_sensitive(self, tool: Tool) -> str:
        """A word where care is needed, and nothing where it is not."""
        return gettext("sensitive") if tool.sensitive else ""
