"""The dry runs as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DryRunConfig(AppConfig):
    name = "toolgroups_admin.dryrun"
    verbose_name = _("Dry run")

    def ready(self) -> None:
        """Says who tries chats and who keeps what was tried."""
        from toolgroups_admin.accounts.roles import Role, grant

        from .models import DryRun

        grant(("run", "view"), [DryRun], Role)
        grant(("add",), [DryRun], [Role.EDITOR, Role.PUBLISHER, Role.QA])
        grant(("delete",), [DryRun], [Role.QA])
