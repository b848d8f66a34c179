"""What is wrong with the settings of a provider, before anybody tries to sign in there."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error

from ..roles import Role


def provider_settings(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Django's check of `OIDC_*`."""
    return list(_faults())


def _faults() -> Iterator[CheckMessage]:
    if bool(settings.OIDC_ISSUER) != bool(settings.OIDC_RP_CLIENT_ID):
        missing = "OIDC_CLIENT_ID" if settings.OIDC_ISSUER else "OIDC_ISSUER"
        yield Error(f"{missing} is not set.", hint="Set both, or neither to sign in here only.", id="accounts.E001")
    known = {role.lower() for role in Role}
    for word, role in settings.OIDC_ROLES.items():
        if role.lower() not in known:
            hint = f"Use one of: {', '.join(Role)}."
            yield Error(f"OIDC_ROLES: {role!r}, for {word!r}, is no role.", hint=hint, id="accounts.E002")
