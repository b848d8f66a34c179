"""Secrets at rest: encrypted with the first key of `SECRETS_KEYS`, decrypted with any of them."""

from base64 import urlsafe_b64encode
from hashlib import sha256

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from .settled import settled

FEWEST_CHARACTERS = 32


class Undecryptable(ValueError):
    """A text that none of the keys opens; says nothing of what it may hold."""

    def __init__(self) -> None:
        super().__init__(
            "it was encrypted with a key that is not in SECRETS_KEYS; add that key, or type the secret anew"
        )


def encrypt(text: str) -> str:
    """The text, readable only with a key of this installation."""
    return _keys().encrypt(text.encode("utf-8")).decode("ascii")


def decrypt(token: str, *, seconds: int | None = None) -> str:
    """What was encrypted, no longer than so many seconds ago when that is said; raises `Undecryptable`."""
    try:
        return _keys().decrypt(token.encode("utf-8"), ttl=seconds).decode("utf-8")
    except InvalidToken:
        raise Undecryptable from None


def renewed(token: str) -> str:
    """The same secret encrypted with the first key; raises `Undecryptable`."""
    try:
        return _keys().rotate(token.encode("utf-8")).decode("ascii")
    except InvalidToken:
        raise Undecryptable from None


@settled
def _keys() -> MultiFernet:
    if short := [key for key in settings.SECRETS_KEYS if len(key) < FEWEST_CHARACTERS]:
        raise ImproperlyConfigured(
            f"SECRETS_KEYS: {len(short)} of its keys has fewer than {FEWEST_CHARACTERS} characters; "
            "make one by `openssl rand -hex 32`"
        )
    digests = (sha256(key.encode("utf-8")).digest() for key in settings.SECRETS_KEYS)
    return MultiFernet([Fernet(urlsafe_b64encode(digest)) for digest in digests])
