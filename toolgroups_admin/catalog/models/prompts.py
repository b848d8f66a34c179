"""Prompts."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .base import CatalogObject, empty_object, identity_column
from .groups import ToolGroup
from .history import Kind
from .json_columns import JSONText
from .tools import Tool


class Prompt(CatalogObject):
    """What a request names: a system message, tools always sent, and the groups that are judged."""

    kind = Kind.PROMPT
    columns = (
        "name",
        "title",
        "owner",
        "tags",
        "system_message",
        "tool_choice",
        "default_model",
        "metadata",
        "waivers",
    )

    name = identity_column(_("name"), _("What services send. Fixed once published."))
    system_message = models.TextField(
        _("system message"), blank=True, help_text=_("The first message of every request.")
    )
    tool_choice = JSONText(
        _("tool choice"),
        null=True,
        blank=True,
        help_text=_('"auto", "none", "required" or {"tool": key}; empty leaves it to the caller.'),
    )
    default_model = models.CharField(  # noqa: DJ001 (a document knows "no model" and says so with null)
        _("default model"), max_length=500, null=True, blank=True, help_text=_("Used when the request names none.")
    )
    metadata = JSONText(_("metadata"), default=empty_object, blank=True, help_text=_("A free JSON object for callers."))

    class Meta(CatalogObject.Meta):
        verbose_name = _("prompt")
        verbose_name_plural = _("prompts")
        ordering = ["name"]


class PromptTool(models.Model):
    """That a prompt always sends a tool, at a place."""

    prompt = models.ForeignKey(Prompt, models.CASCADE, related_name="prompt_tools", verbose_name=_("prompt"))
    tool = models.ForeignKey(Tool, models.PROTECT, related_name="prompt_tools", verbose_name=_("tool"))
    position = models.PositiveIntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("tool always sent")
        verbose_name_plural = _("tools always sent")
        ordering = ["position", "id"]
        constraints = [models.UniqueConstraint(fields=["prompt", "tool"], name="tool_once_in_prompt")]

    def __str__(self) -> str:
        return str(self.tool)


class PromptGroup(models.Model):
    """That a prompt judges a group, at a place."""

    prompt = models.ForeignKey(Prompt, models.CASCADE, related_name="prompt_groups", verbose_name=_("prompt"))
    group = models.ForeignKey(ToolGroup, models.PROTECT, related_name="prompt_groups", verbose_name=_("tool group"))
    position = models.PositiveIntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("group of the prompt")
        verbose_name_plural = _("groups of the prompt")
        ordering = ["position", "id"]
        constraints = [models.UniqueConstraint(fields=["prompt", "group"], name="group_once_in_prompt")]

    def __str__(self) -> str:
        return str(self.group)
