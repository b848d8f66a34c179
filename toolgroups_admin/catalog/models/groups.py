"""Tool groups."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .base import CatalogObject, identity_column
from .history import Kind
from .json_columns import JSONText
from .tools import Tool


class ToolGroup(CatalogObject):
    """Tools, a system prompt and the rule that says when they apply; without a rule (NULL) they always do."""

    kind = Kind.GROUP
    columns = ("name", "title", "owner", "tags", "description", "system_prompt", "matcher", "enabled", "waivers")
    rule_column = "matcher"

    name = identity_column(_("name"), _("How prompts refer to this group. Fixed once published."))
    description = models.TextField(_("description"), blank=True, help_text=_("For colleagues; never sent."))
    system_prompt = models.TextField(
        _("system prompt"), blank=True, help_text=_("Added after the prompt's system message when the group hits.")
    )
    matcher = JSONText(_("rule"), null=True, blank=True)
    enabled = models.BooleanField(_("enabled"), default=True, help_text=_("A disabled group never hits."))

    class Meta(CatalogObject.Meta):
        verbose_name = _("tool group")
        verbose_name_plural = _("tool groups")
        ordering = ["name"]


class GroupTool(models.Model):
    """That a group holds a tool, at a place."""

    group = models.ForeignKey(ToolGroup, models.CASCADE, related_name="group_tools", verbose_name=_("tool group"))
    tool = models.ForeignKey(Tool, models.PROTECT, related_name="group_tools", verbose_name=_("tool"))
    position = models.PositiveIntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("tool of the group")
        verbose_name_plural = _("tools of the group")
        ordering = ["position", "id"]
        constraints = [models.UniqueConstraint(fields=["group", "tool"], name="tool_once_in_group")]

    def __str__(self) -> str:
        return str(self.tool)
