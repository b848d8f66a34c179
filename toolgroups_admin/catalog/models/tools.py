"""Tools."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from .base import CatalogObject, identity_column
from .history import Kind
from .json_columns import JSONText


def run_by_the_caller() -> dict[str, Any]:
    """The executor of a tool that nobody said anything about."""
    return {"kind": "client"}


class Tool(CatalogObject):
    """A tool as editors keep it; `name` is the wire name, empty when it is the key."""

    kind = Kind.TOOL
    identity_field = "key"
    columns = (
        "key",
        "title",
        "owner",
        "tags",
        "name",
        "description",
        "parameters",
        "allow",
        "return_direct",
        "sensitive",
        "sequential",
        "executor",
        "waivers",
    )
    rule_column = "allow"

    key = identity_column(_("key"), _("How groups and prompts refer to this tool. Fixed once published."))
    name = models.CharField(
        _("wire name"), max_length=500, blank=True, help_text=_("What the model sees; the key when left empty.")
    )
    description = models.TextField(
        _("description"), blank=True, help_text=_("What the model reads to choose the tool.")
    )
    parameters = JSONText(_("parameters"), null=True, blank=True, help_text=_("A JSON Schema object."))
    allow = JSONText(
        _("allow"),
        null=True,
        blank=True,
        help_text=_("A rule; when given, the tool is offered only where it is true, whoever adds it."),
    )
    return_direct = models.BooleanField(
        _("return directly"), default=False, help_text=_("The result goes to the caller, not back to the model.")
    )
    sensitive = models.BooleanField(
        _("sensitive"), default=False, help_text=_("Calls need someone's consent before they run.")
    )
    sequential = models.BooleanField(
        _("sequential"), default=False, help_text=_("Never runs at the same time as another call.")
    )
    executor = JSONText(
        _("executor"), default=run_by_the_caller, blank=True, help_text=_("Who runs the tool, and how.")
    )

    class Meta(CatalogObject.Meta):
        verbose_name = _("tool")
        verbose_name_plural = _("tools")
        ordering = ["key"]
