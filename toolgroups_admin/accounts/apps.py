"""The accounts as a Django app."""

from django.apps import AppConfig
from django.core.checks import register
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "toolgroups_admin.accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Says who manages people, and gives roles what all rooms granted them whenever tables were made."""
        from django.contrib.auth.models import Group

        from .models import User
        from .oidc.checking import provider_settings
        from .roles import Role, give_permissions, grant

        register(provider_settings)

        grant(("view", "add", "change"), [User], [Role.ADMINISTRATOR])
        grant(("view",), [User, Group], [Role.ADMINISTRATOR, Role.AUDITOR])
        post_migrate.connect(give_permissions, dispatch_uid="permissions of roles")
