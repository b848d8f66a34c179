"""Connections in the admin: where tools are called, with secrets that go in and never come out."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..guarding import guard_words
from ..models import Connection
from ..models.sealed import is_readable
from ..requiring import live_users
from ..wording import joined
from .connection_form import OF_AUTH, ConnectionForm
from .theme import label_column
from .with_secrets import KeepsSecrets

NEEDING = {
    field: " || ".join(f"auth == '{auth}'" for auth, names in Connection.NEEDED.items() if field in names)
    for field in (*OF_AUTH, "secret")
} | {"scope": f"auth == '{Connection.Auth.CLIENT_CREDENTIALS}'"}


@admin.register(Connection)
class ConnectionAdmin(KeepsSecrets):
    """The services and servers that tools of an environment call."""

    form = ConnectionForm
    fixed = ("name", "environment")
    conditional_fields = NEEDING
    list_display = ("name", "environment", "kind", "url", "auth", "state")
    list_filter = ("environment", "kind", "auth")
    list_select_related = ("environment",)
    search_fields = ("name", "url")

    @label_column(_("state"), {"ready": "success", "missing": "danger", "unreadable": "danger"})
    def state(self, connection: Connection) -> tuple[str, str]:
        if connection.missing:
            return "missing", gettext("secret missing")
        return ("ready", gettext("ready")) if is_readable(connection) else ("unreadable", gettext("secret unreadable"))

    @admin.display(description=_("state"))
    def state_in_words(self, connection: Connection) -> str:
        """The same with a remedy."""
        words = {
            "ready": gettext("Ready: every secret is there."),
            "missing": gettext("The secret is missing. Write it below, or choose another way of signing in."),
            "unreadable": gettext(
                "The secret cannot be decrypted: it was encrypted with a key that is not in SECRETS_KEYS. Add that key, "
                "or write every secret anew."
            ),
        }
        return words[self.state(connection)[0]]

    @admin.display(description=_("from here"))
    def guard(self, connection: Connection) -> str:
        return guard_words(connection.environment, connection.url)

    @admin.display(description=_("headers"), empty_value="–")
    def header_names(self, connection: Connection) -> str:
        """Names and stars, for those who may only look."""
        return joined(f"{name}: ******" for name in connection.headers)

    @admin.display(description=_("called by"), empty_value="–")
    def called_by(self, connection: Connection) -> str:
        """Tools of the live release."""
        return joined(f"“{key}”" for key in live_users(connection))

    def get_fieldsets(self, request: HttpRequest, obj: Connection | None = None) -> Any:
        where = ("name", "environment", "kind", "url", *(("guard", "called_by") if obj else ()))
        may = self.has_change_permission(request, obj) if obj else True
        signing = ("auth", *OF_AUTH, *(("secret", "headers") if may else ("header_names",)))
        return (
            (None, {"fields": where}),
            (_("Signing in"), {"fields": (*(("state_in_words",) if obj else ()), *signing)}),
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Connection | None = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "guard", "called_by", "state_in_words", "header_names")

    def get_deleted_objects(self, objs: Iterable[Connection], request: HttpRequest) -> Any:
        """As Django, but tools of the live release that call through a connection stand in the way."""
        objs = list(objs)
        found, counts, needed, protected = super().get_deleted_objects(objs, request)
        live = [gettext("Tool “%(key)s” of the live release") % {"key": key} for row in objs for key in live_users(row)]
        return found, counts, needed, [*protected, *live]
