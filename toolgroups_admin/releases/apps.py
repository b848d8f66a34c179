"""The releases as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReleasesConfig(AppConfig):
    name = "toolgroups_admin.releases"
    verbose_name = _("Publishing")

    def ready(self) -> None:
        """Tells the catalog what is fixed, what intercepts and where more is done; what publishing needs; who does what."""
        from toolgroups_admin.accounts.roles import EVERYTHING, Role, grant
        from toolgroups_admin.catalog.executor_names import register_executor_names
        from toolgroups_admin.catalog.further_links import register_further_links
        from toolgroups_admin.catalog.gates import register_published_check
        from toolgroups_admin.catalog.interceptors import register_interceptors

        from .gates import register_gate
        from .interceptors import configured_interceptors
        from .models import (
            APIKey,
            Connection,
            Delivery,
            Environment,
            MailRecipient,
            Publication,
            PublishRequest,
            Release,
            Switch,
            ToolContext,
            Webhook,
        )
        from .published import was_published
        from .requiring import connection_names, missing_connections
        from .switch_links import switch_links

        register_published_check(was_published)
        register_further_links(switch_links)
        register_gate(missing_connections, binding=True)
        register_executor_names("connection", connection_names)
        register_interceptors(configured_interceptors)
        grant(("view",), [Environment, Release, Publication, PublishRequest, Switch], Role)
        grant(("publish",), [Environment], [Role.PUBLISHER])
        kept_secret = [Connection, ToolContext, Webhook, MailRecipient]
        grant(("view",), [APIKey, Delivery, *kept_secret], [Role.AUDITOR, Role.ADMINISTRATOR])
        grant(EVERYTHING, kept_secret, [Role.ADMINISTRATOR])
        grant(("change",), [Delivery], [Role.ADMINISTRATOR])
        grant(("view", "add", "change"), [APIKey], [Role.ADMINISTRATOR])
        grant(("add", "change", "delete"), [Environment], [Role.ADMINISTRATOR])
