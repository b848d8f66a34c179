"""Calls of tools in the admin: a list to read."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.releases.admin.publications import ReadOnlyAdmin
from toolgroups_admin.releases.admin.theme import label_column

from .models import ToolCall

COLOURS = {
    **dict.fromkeys(("unknown_tool", "refused", "tool_failed", "timed_out", "connection_failed"), "danger"),
    **dict.fromkeys(("bad_arguments", "limit_reached", "cancelled", "approval_required"), "warning"),
    "ok": "success",
}


@admin.register(ToolCall)
class ToolCallAdmin(ReadOnlyAdmin):
    """What was called, for whom, and what came of it."""

    show_full_result_count = False
    list_display = ("at", "environment", "tool", "came_to", "milliseconds", "answer_bytes", "asker")
    list_filter = ("outcome", "environment", "executor", "at")
    list_select_related = ("key", "by")
    search_fields = ("tool", "decision", "key__name", "by__username")
    fields = (
        *("at", "environment", "release", "decision", "prompt", "tool", "executor", "asker", "outcome"),
        *("milliseconds", "argument_bytes", "answer_bytes"),
    )
    readonly_fields = fields

    @admin.display(description=_("asked by"), empty_value="–")
    def asker(self, call: ToolCall) -> str | None:
        """The key of a program, or the person who tried the tool."""
        return str(call.key or call.by) if call.key or call.by else None

    @label_column(_("outcome"), COLOURS)
    def came_to(self, call: ToolCall) -> tuple[str, str]:
        return call.outcome, str(call.get_outcome_display())
