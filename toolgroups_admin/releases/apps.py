"""The releases as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReleasesConfig(AppConfig):
    name = "toolgroups_admin.releases"
    verbose_name = _("Publishing")

    def ready(self) -> None:
        """Tells the catalog which identities are fixed and what is switched off where; says who publishes and manages keys."""
        from toolgroups_admin.accounts.roles import Role, grant
        from toolgroups_admin.catalog.further_links import register_further_links
        from toolgroups_admin.catalog.gates import register_published_check

        from .models import APIKey, Environment, Publication, PublishRequest, Release, Switch
        from .published import was_published
        from .switch_links import switch_links

        register_published_check(was_published)
        register_further_links(switch_links)
        grant(("view",), [Environment, Release, Publication, PublishRequest, Switch], Role)
        grant(("publish",), [Environment], [Role.PUBLISHER])
        grant(("view",), [APIKey], [Role.AUDITOR])
        grant(("view", "add", "change"), [APIKey], [Role.ADMINISTRATOR])
        grant(("add", "change", "delete"), [Environment], [Role.ADMINISTRATOR])
