"""The releases as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReleasesConfig(AppConfig):
    name = "toolgroups_admin.releases"
    verbose_name = _("Publishing")

    def ready(self) -> None:
        """Tells the catalog which identities are fixed, what publishing needs, and who does what here."""
        from toolgroups_admin.accounts.roles import EVERYTHING, Role, grant
        from toolgroups_admin.catalog.gates import register_published_check

        from .gates import register_gate
        from .models import APIKey, Connection, Environment, Publication, Release, Switch, ToolContext
        from .published import was_published
        from .requiring import missing_connections

        register_published_check(was_published)
        register_gate(missing_connections, binding=True)
        grant(("view",), [Environment, Release, Publication, Switch], Role)
        grant(("publish",), [Environment], [Role.PUBLISHER])
        grant(("view",), [APIKey, Connection, ToolContext], [Role.AUDITOR])
        grant(EVERYTHING, [Connection, ToolContext], [Role.ADMINISTRATOR])
        grant(("view", "add", "change"), [APIKey], [Role.ADMINISTRATOR])
        grant(("add", "change", "delete"), [Environment], [Role.ADMINISTRATOR])
