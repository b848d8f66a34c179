"""The catalog as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CatalogConfig(AppConfig):
    name = "toolgroups_admin.catalog"
    verbose_name = _("Catalog")

    def ready(self) -> None:
        """Says who reads and who edits the draft."""
        from toolgroups_admin.accounts.roles import EVERYTHING, Role, grant

        from .models import Change, GroupTool, MatcherRule, Prompt, PromptGroup, PromptTool, Tool, ToolGroup

        edited = [Tool, ToolGroup, MatcherRule, Prompt, GroupTool, PromptTool, PromptGroup]
        grant(("view",), [*edited, Change], Role)
        grant(EVERYTHING, edited, [Role.EDITOR])
