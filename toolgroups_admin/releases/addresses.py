"""Addresses that an administrator writes down: whole, http or https, and without a secret in them."""

from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


def check_address(address: str, *, with_query: bool = False) -> None:
    """Raises `ValidationError` for what cannot be called, or would keep a secret in clear."""
    if any(character.isspace() or not character.isprintable() for character in address):
        raise _refusal(_("“%(address)s” has a space or a control character in it. Remove it."), "space", address)
    parts = _parts(address)
    if parts.scheme not in ("http", "https"):
        raise _refusal(_("“%(address)s” does not begin with http:// or https://. Write it whole."), "scheme", address)
    if not parts.hostname:
        raise _refusal(_("“%(address)s” names no host. Write it as https://host/path."), "host", address)
    if "@" in parts.netloc:
        raise ValidationError(
            _("The address has a user name or password in it, which would be kept in clear. Write it below instead."),
            code="userinfo",
        )
    if parts.fragment or (parts.query and not with_query):
        raise ValidationError(
            _("The address has a part after ? or #. Remove it; a key in the query is a way of signing in."),
            code="query",
        )


def _parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        _port = parts.port
    except ValueError:
        raise _refusal(
            _("“%(address)s” is no address. Write it as https://host:port/path."), "no_address", address
        ) from None
    return parts


def _refusal(words: str, code: str, address: str) -> ValidationError:
    return ValidationError(words, code=code, params={"address": address[:200]})
