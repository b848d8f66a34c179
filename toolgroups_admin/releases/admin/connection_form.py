"""The form of a connection: what its way of signing in needs, and secrets that it never shows."""

import re
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from toolgroups_admin.catalog.admin.generics import AnyModelForm

from ..addresses import check_address
from ..models import Connection
from ..models.sealed import seal
from .secret_inputs import Row, Secret, SecretField, SecretsField, SecretsInput, Untouched

FIELD_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
OURS = frozenset({"host", "content-length", "content-type", "transfer-encoding", "connection", "upgrade", "te"})
Auth = Connection.Auth
OF_AUTH = ("username", "key_name", "token_url", "client_id", "scope")
IN_HEADER = {Auth.BEARER, Auth.KEY_IN_HEADER}
ONE_KEY = {Auth.KEY_IN_HEADER, Auth.KEY_IN_QUERY}


class HeadersField(SecretsField):
    """Headers of HTTP with secret values."""

    def check(self, row: Row, before: Any) -> None:
        """As for every secret, and what HTTP says of headers."""
        super().check(row, before)
        if not _is_own_header(row.name):
            words = _("“%(name)s” cannot be sent as a header of one's own. Choose another name, or remove it.")
            raise ValidationError(words, code="header_name", params={"name": row.name})
        if row.name.lower() in {name.lower() for name in before}:
            raise ValidationError(_("“%(name)s” is there twice. Remove one."), code="twice", params={"name": row.name})
        if isinstance(row.secret, str) and not _fits_a_header(row.secret):
            words = _("The value of “%(name)s” has characters that no header can carry. Write printable ASCII.")
            raise ValidationError(words, code="header_value", params={"name": row.name})


class ConnectionForm(AnyModelForm):
    """Where calls go and how they are signed in."""

    secret = SecretField(
        label=capfirst(gettext_lazy("secret")),
        required=False,
        help_text=gettext_lazy("Token, password or key. It is kept encrypted and never shown; left empty, it stays."),
    )
    headers = HeadersField(
        label=gettext_lazy("Further headers"),
        required=False,
        help_text=gettext_lazy(
            "Sent with every call. Values are kept encrypted and never shown; left empty, they stay."
        ),
    )

    class Meta:
        model = Connection
        fields = ("name", "environment", "kind", "url", "auth", *OF_AUTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        secret, headers = self.fields.get("secret"), self.fields.get("headers")
        if secret is not None and headers is not None:  # who may only look has neither
            secret.widget.is_there = bool(self.instance.secret)
            assert isinstance(headers.widget, SecretsInput)
            headers.widget.names = list(self.instance.headers)

    def clean_url(self) -> str:
        """An address without a secret."""
        return _checked(self.cleaned_data["url"])

    def clean_token_url(self) -> str:
        """As for where calls go; it may be empty until something needs it."""
        return _checked(self.cleaned_data["token_url"]) if self.cleaned_data["token_url"] else ""

    def clean(self) -> dict[str, Any]:
        """Has what the way of signing in needs, and nothing else."""
        cleaned = super().clean() or self.cleaned_data
        if "auth" not in cleaned:
            return cleaned
        auth = Auth(cleaned["auth"])
        needed = Connection.NEEDED[auth]
        for name in OF_AUTH:
            if name in needed and not cleaned.get(name) and name not in self.errors:
                self.add_error(name, _("Signing in by this way needs it. Write it, or choose another way."))
            elif name not in needed and (name, auth) != ("scope", Auth.CLIENT_CREDENTIALS):
                cleaned[name] = ""
        if "secret" in needed and self._lacks_secret(auth, cleaned.get("secret", Untouched.KEPT)):
            self.add_error(
                "secret", _("Signing in by this way needs a secret of its own. Write it, or choose another way.")
            )
        if auth is Auth.NONE:
            cleaned["secret"] = Untouched.REMOVED
        self._refuse_what_cannot_be_sent(auth, cleaned)
        self._refuse_two_authorizations(auth, cleaned.get("headers", []))
        return cleaned

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if not self.errors:
            self.instance.secret = kept_secret(self.instance.secret, self.cleaned_data["secret"])
            self.instance.headers = kept_secrets(self.instance.headers, self.cleaned_data["headers"])

    def _lacks_secret(self, auth: Connection.Auth, secret: Secret) -> bool:
        if secret is not Untouched.KEPT:
            return secret is Untouched.REMOVED and not self.instance.pk
        before = self.initial.get("auth")
        return (not self.instance.secret and not self.instance.pk) or (before != auth and not {before, auth} <= ONE_KEY)

    def _refuse_what_cannot_be_sent(self, auth: Connection.Auth, cleaned: dict[str, Any]) -> None:
        secret, key_name = cleaned.get("secret"), cleaned.get("key_name")
        if auth in IN_HEADER and isinstance(secret, str) and not _fits_a_header(secret):
            self.add_error("secret", _("No header can carry this. Write printable ASCII without spaces at the ends."))
        if auth is Auth.KEY_IN_HEADER and key_name and not _is_own_header(key_name):
            words = _("“%(name)s” cannot be sent as a header of one's own. Choose another name, or remove it.")
            self.add_error("key_name", ValidationError(words, code="header_name", params={"name": key_name}))
        if auth is Auth.BASIC and ":" in cleaned.get("username", ""):
            self.add_error("username", _("A user name with a colon cannot be sent this way. Write one without."))

    def _refuse_two_authorizations(self, auth: Connection.Auth, headers: list[Row]) -> None:
        taken = "authorization" if auth in {Auth.BEARER, Auth.BASIC, Auth.CLIENT_CREDENTIALS} else ""
        taken = self.cleaned_data.get("key_name", "").lower() if auth is Auth.KEY_IN_HEADER else taken
        if taken and (twice := [row.name for row in headers if row.name.lower() == taken]):
            words = _("“%(name)s” is sent by the way of signing in already. Remove it here.")
            self.add_error("headers", ValidationError(words, code="twice", params={"name": twice[0]}))


def kept_secret(before: str, secret: Secret) -> str:
    """What the column holds afterwards."""
    if isinstance(secret, str):
        return seal(secret)
    return before if secret is Untouched.KEPT else ""


def kept_secrets(before: Mapping[str, str], rows: list[Row]) -> dict[str, str]:
    """What the column holds afterwards: what stays keeps its token."""
    return {row.name: kept_secret(before.get(row.name, ""), row.secret) for row in rows}


def _checked(address: str) -> str:
    check_address(address)
    return address


def _is_own_header(name: str) -> bool:
    return bool(FIELD_NAME.fullmatch(name)) and name.lower() not in OURS


def _fits_a_header(value: str) -> bool:
    return value.isascii() and value.isprintable() and value == value.strip()
