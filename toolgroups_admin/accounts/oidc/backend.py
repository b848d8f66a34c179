"""Who came back from the provider: the library's flow, with what OpenID Connect asks to be checked beyond it."""

from typing import Any

import jwt
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from mozilla_django_oidc.auth import OIDCAuthenticationBackend

from ..models import User
from . import provider
from .people import account_of

LEEWAY_SECONDS = 30
REQUIRED = ["exp", "iat", "aud", "iss", "sub"]


class ProviderBackend(OIDCAuthenticationBackend):
    """Takes the code that the provider sent along, and answers with the person's account."""

    def __init__(self) -> None:
        """Asks nothing: one is made for every request, and the provider may be away."""
        self.UserModel = get_user_model()

    @staticmethod
    def get_settings(attr: str, *args: Any) -> Any:
        return provider.setting(attr, *args)

    def authenticate(self, request: HttpRequest | None, **kwargs: Any) -> User | None:
        """Only for who was sent to the provider from here: without our nonce a code is somebody else's."""
        if request is None or not kwargs.get("nonce"):
            return None
        super().__init__()
        user: User | None = super().authenticate(request, **kwargs)
        return user

    def get_payload_data(self, token: Any, key: Any) -> dict[str, Any]:
        """The claims of a token that this provider made for this client, and that holds now."""
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                key,
                algorithms=[settings.OIDC_RP_SIGN_ALGO],
                audience=settings.OIDC_RP_CLIENT_ID,
                issuer=[settings.OIDC_ISSUER, f"{settings.OIDC_ISSUER}/"],
                leeway=LEEWAY_SECONDS,
                options={"require": REQUIRED},
            )
        except jwt.PyJWTError as error:
            raise SuspiciousOperation(f"the provider's token does not hold: {error}") from error
        return claims

    def get_userinfo(self, access_token: str, id_token: str, payload: dict[str, Any]) -> dict[str, Any]:
        """What the provider tells of the person, on request and in the token; both must be of the same person."""
        told: dict[str, Any] = super().get_userinfo(access_token, id_token, payload)
        if told.get("sub") != payload["sub"]:
            raise SuspiciousOperation("the provider tells of another person than signed in")
        return payload | told

    def get_or_create_user(self, access_token: str, id_token: str, payload: dict[str, Any]) -> User:
        return account_of(self.get_userinfo(access_token, id_token, payload))
