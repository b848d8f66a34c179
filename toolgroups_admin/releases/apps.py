"""The releases as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReleasesConfig(AppConfig):
    name = "toolgroups_admin.releases"
    verbose_name = _("Publishing")

    def ready(self) -> None:
        """Tells the catalog which identities are fixed."""
        from toolgroups_admin.catalog.gates import register_published_check

        from .published import was_published

        register_published_check(was_published)
