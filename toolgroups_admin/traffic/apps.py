"""The traffic as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrafficConfig(AppConfig):
    name = "toolgroups_admin.traffic"
    verbose_name = _("Traffic")

    def ready(self) -> None:
        """Says who reads what happened and who tries tools; loads tools in code and commands, so that a path that leads nowhere stops the start."""
        from toolgroups_admin.accounts.roles import Role, grant
        from toolgroups_admin.catalog.executor_names import register_executor_names
        from toolgroups_admin.catalog.functions import configured_functions
        from toolgroups_admin.catalog.linked_pages import register_linked_page
        from toolgroups_admin.catalog.models import Kind
        from toolgroups_admin.releases.commands import configured_commands

        from .models import ToolCall
        from .views import link_to_trying

        grant(("view",), [ToolCall], [Role.AUDITOR, Role.ADMINISTRATOR])
        grant(("try_tool",), [ToolCall], [Role.EDITOR, Role.PUBLISHER, Role.QA])
        register_linked_page(Kind.TOOL, link_to_trying, permission="traffic.try_tool")
        register_executor_names("function", configured_functions)
        configured_functions()
        configured_commands()
