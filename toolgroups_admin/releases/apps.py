"""The releases as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReleasesConfig(AppConfig):
    name = "toolgroups_admin.releases"
    verbose_name = _("Publishing")

    def ready(self) -> None:
        """Tells the catalog which identities are fixed and what intercepts requests, and says who publishes."""
        from toolgroups_admin.accounts.roles import Role, grant
        from toolgroups_admin.catalog.gates import register_published_check
        from toolgroups_admin.catalog.interceptors import register_interceptors

        from .interceptors import configured_interceptors
        from .models import APIKey, Environment, Publication, Release, Switch
        from .published import was_published

        register_published_check(was_published)
        register_interceptors(configured_interceptors)
        grant(("view",), [Environment, Release, Publication, Switch], Role)
        grant(("publish",), [Environment], [Role.PUBLISHER])
        grant(("view",), [APIKey], [Role.AUDITOR])
        grant(("view", "add", "change"), [APIKey], [Role.ADMINISTRATOR])
        grant(("add", "change", "delete"), [Environment], [Role.ADMINISTRATOR])
