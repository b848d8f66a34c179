"""Where the provider's doors are: as the settings say, or as the provider itself says, asked when first needed."""

import time
from typing import Any

import requests
from django.conf import settings

DISCOVERY = "/.well-known/openid-configuration"
KEPT_SECONDS = 3600.0
# What the library calls a door, and what a provider calls it.
DOORS = {
    "OIDC_OP_AUTHORIZATION_ENDPOINT": "authorization_endpoint",
    "OIDC_OP_TOKEN_ENDPOINT": "token_endpoint",
    "OIDC_OP_USER_ENDPOINT": "userinfo_endpoint",
    "OIDC_OP_JWKS_ENDPOINT": "jwks_uri",
    "OIDC_OP_LOGOUT_ENDPOINT": "end_session_endpoint",
}

_heard: dict[str, tuple[float, dict[str, Any]]] = {}


class ProviderNotUsable(Exception):
    """The provider does not answer, or not with what OpenID Connect asks of it; says what is wrong."""


def is_used() -> bool:
    """Whether this installation lets people sign in at a provider."""
    return bool(settings.OIDC_ISSUER and settings.OIDC_RP_CLIENT_ID)


def door(name: str) -> str:
    """The address of a door by the library's name; empty when the provider has none."""
    return str(getattr(settings, name, "") or described().get(DOORS[name], ""))


def setting(name: str, *default: Any) -> Any:
    """What the library asks for by the name of a setting: a door, or a setting."""
    if name not in DOORS:
        return getattr(settings, name, *default)
    if not (address := door(name)):
        raise ProviderNotUsable(f"{settings.OIDC_ISSUER} names no {DOORS[name]}")
    return address


def described() -> dict[str, Any]:
    """What the provider says of itself, asked once an hour; raises `ProviderNotUsable`."""
    issuer = settings.OIDC_ISSUER
    until, kept = _heard.get(issuer, (0.0, {}))
    if time.monotonic() < until:
        return kept
    heard = _ask(issuer)
    _heard[issuer] = (time.monotonic() + KEPT_SECONDS, heard)
    return heard


def _ask(issuer: str) -> dict[str, Any]:
    try:
        answer = requests.get(issuer + DISCOVERY, timeout=settings.OIDC_TIMEOUT)
        answer.raise_for_status()
        heard = answer.json()
    except requests.RequestException as error:
        raise ProviderNotUsable(f"{issuer} does not describe itself: {type(error).__name__}") from error
    if not isinstance(heard, dict) or str(heard.get("issuer", "")).rstrip("/") != issuer:
        raise ProviderNotUsable(f"what answers at {issuer} is another issuer")
    return heard
