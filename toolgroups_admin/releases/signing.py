"""Signatures of webhooks, after the Standard Webhooks specification: over identity, time and body."""

import hmac
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256

BEGINNING = "whsec_"
RANDOM_BYTES = 32


def new_secret() -> str:
    """A secret as both sides write it."""
    return BEGINNING + b64encode(secrets.token_bytes(RANDOM_BYTES)).decode("ascii")


def signed_headers(secret: str, *, identity: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The three headers by which a receiver knows who sent the body, and when."""
    key = b64decode(secret.removeprefix(BEGINNING))
    digest = hmac.new(key, f"{identity}.{timestamp}.".encode() + body, sha256).digest()
    return {
        "webhook-id": identity,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{b64encode(digest).decode('ascii')}",
    }
