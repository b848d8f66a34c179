"""The traffic as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrafficConfig(AppConfig):
    name = "toolgroups_admin.traffic"
    verbose_name = _("Traffic")

    def ready(self) -> None:
        """Says who reads what happened."""
        from toolgroups_admin.accounts.roles import Role, grant

        from .models import ToolCall

        grant(("view",), [ToolCall], [Role.AUDITOR, Role.ADMINISTRATOR])
