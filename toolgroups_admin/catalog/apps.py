"""The catalog as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CatalogConfig(AppConfig):
    name = "toolgroups_admin.catalog"
    verbose_name = _("Catalog")
