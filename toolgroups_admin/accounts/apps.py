"""The accounts as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "toolgroups_admin.accounts"
    verbose_name = _("Accounts")
