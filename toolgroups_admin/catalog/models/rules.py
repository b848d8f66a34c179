"""Shared rules, and where they are used."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .base import CatalogObject, identity_column
from .groups import ToolGroup
from .history import Kind
from .json_columns import JSONText
from .tools import Tool


class MatcherRule(CatalogObject):
    """A rule under a name, for the rules of groups, tools and other shared rules."""

    kind = Kind.RULE
    columns = ("name", "title", "owner", "tags", "definition", "waivers")
    rule_column = "definition"

    name = identity_column(_("name"), _("How other rules refer to this one. Fixed once published."))
    definition = JSONText(_("rule"))

    class Meta(CatalogObject.Meta):
        verbose_name = _("shared rule")
        verbose_name_plural = _("shared rules")
        ordering = ["name"]


class RuleUse(models.Model):
    """That a group, a tool or another shared rule names a shared rule; kept by `saving`, so that the rule cannot go."""

    rule = models.ForeignKey(MatcherRule, models.PROTECT, related_name="uses")
    group = models.ForeignKey(ToolGroup, models.CASCADE, null=True, related_name="rule_uses")
    tool = models.ForeignKey(Tool, models.CASCADE, null=True, related_name="rule_uses")
    user_rule = models.ForeignKey(MatcherRule, models.CASCADE, null=True, related_name="rule_uses")

    class Meta:
        verbose_name = _("use of a shared rule")
        verbose_name_plural = _("uses of shared rules")
        constraints = [
            models.UniqueConstraint(fields=["rule", "group"], name="rule_used_once_by_group"),
            models.UniqueConstraint(fields=["rule", "tool"], name="rule_used_once_by_tool"),
            models.UniqueConstraint(fields=["rule", "user_rule"], name="rule_used_once_by_rule"),
            models.CheckConstraint(
                name="rule_use_has_one_user",
                condition=models.Q(group__isnull=False, tool__isnull=True, user_rule__isnull=True)
                | models.Q(group__isnull=True, tool__isnull=False, user_rule__isnull=True)
                | models.Q(group__isnull=True, tool__isnull=True, user_rule__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} → {self.rule}"

    @property
    def user(self) -> CatalogObject:
        """The one that names the rule."""
        user = self.group or self.tool or self.user_rule
        assert user is not None, "a database constraint"
        return user
