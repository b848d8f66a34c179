"""The gateway as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GatewayConfig(AppConfig):
    name = "toolgroups_admin.gateway"
    verbose_name = _("Chat")

    def ready(self) -> None:
        """Says who may see and who may edit where models are asked."""
        from toolgroups_admin.accounts.roles import EVERYTHING, Role, grant

        from .models import ModelProvider

        grant(("view",), [ModelProvider], [Role.AUDITOR, Role.ADMINISTRATOR])
        grant(EVERYTHING, [ModelProvider], [Role.ADMINISTRATOR])
