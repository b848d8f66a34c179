"""The dry runs as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DryRunConfig(AppConfig):
    name = "toolgroups_admin.dryrun"
    verbose_name = _("Dry run")
