"""The releases as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReleasesConfig(AppConfig):
    name = "toolgroups_admin.releases"
    verbose_name = _("Publishing")

    def ready(self) -> None:
        """Tells the catalog what is fixed and what intercepts requests, what publishing needs, and who does what here."""
        from toolgroups_admin.accounts.roles import EVERYTHING, Role, grant
        from toolgroups_admin.catalog.executor_names import register_executor_names
        from toolgroups_admin.catalog.gates import register_published_check
        from toolgroups_admin.catalog.interceptors import register_interceptors

        from .gates import register_gate
        from .interceptors import configured_interceptors
        from .models import APIKey, Connection, Environment, Publication, PublishRequest, Release, Switch, ToolContext
        from .published import was_published
        from .requiring import connection_names, missing_connections

        register_published_check(was_published)
        register_gate(missing_connections, binding=True)
        register_executor_names("connection", connection_names)
        register_interceptors(configured_interceptors)
        grant(("view",), [Environment, Release, Publication, PublishRequest, Switch], Role)
        grant(("publish",), [Environment], [Role.PUBLISHER])
        grant(("view",), [APIKey, Connection, ToolContext], [Role.AUDITOR])
        grant(EVERYTHING, [Connection, ToolContext], [Role.ADMINISTRATOR])
        grant(("view", "add", "change"), [APIKey], [Role.ADMINISTRATOR])
        grant(("add", "change", "delete"), [Environment], [Role.ADMINISTRATOR])
