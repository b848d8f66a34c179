"""The catalog as a Django app."""

from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "toolgroups_admin.catalog"
