"""The API as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class APIConfig(AppConfig):
    name = "toolgroups_admin.api"
    verbose_name = _("API")

    def ready(self) -> None:
        """Loads the interceptors, so that a path that leads nowhere stops the start and not a request."""
        from toolgroups_admin.releases.interceptors import configured_interceptors

        configured_interceptors()
