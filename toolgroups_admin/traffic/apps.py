"""The traffic as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrafficConfig(AppConfig):
    name = "toolgroups_admin.traffic"
    verbose_name = _("Traffic")

    def ready(self) -> None:
        """Says who reads what happened; loads the tools in code, so that a path that leads nowhere stops the start."""
        from toolgroups_admin.accounts.roles import Role, grant
        from toolgroups_admin.catalog.executor_names import register_executor_names
        from toolgroups_admin.catalog.functions import configured_functions

        from .models import ToolCall

        grant(("view",), [ToolCall], [Role.AUDITOR, Role.ADMINISTRATOR])
        register_executor_names("function", configured_functions)
        configured_functions()
