"""Connections: where the tools of an environment are called, and how one signs in there."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from .environments import Environment
from .sealed import Sealed, SealedValues


class Connection(models.Model):
    """An HTTP service or an MCP server by the name under which tools refer to it, in one environment.

    Which members count depends on `auth`; its one secret (token, password, key or client secret) is `secret`.
    """

    class Kind(models.TextChoices):
        """What answers there."""

        HTTP = "http", _("HTTP service")
        MCP = "mcp", _("MCP server")

    class Auth(models.TextChoices):
        """How calls are signed in."""

        NONE = "none", _("not at all")
        BEARER = "bearer", _("bearer token")
        BASIC = "basic", _("user name and password")
        KEY_IN_HEADER = "key_in_header", _("API key in a header")
        KEY_IN_QUERY = "key_in_query", _("API key in the query")
        CLIENT_CREDENTIALS = "client_credentials", _("OAuth client credentials")

    NEEDED = {
        Auth.NONE: (),
        Auth.BEARER: ("secret",),
        Auth.BASIC: ("username", "secret"),
        Auth.KEY_IN_HEADER: ("key_name", "secret"),
        Auth.KEY_IN_QUERY: ("key_name", "secret"),
        Auth.CLIENT_CREDENTIALS: ("token_url", "client_id", "secret"),
    }

    environment = models.ForeignKey(
        Environment, models.CASCADE, related_name="connections", verbose_name=_("environment")
    )
    name = models.CharField(
        _("name"),
        max_length=128,
        validators=[RegexValidator(r"\A[^\s\x00-\x1f](?:[^\x00-\x1f]*[^\s\x00-\x1f])?\Z", _("No spaces at the ends."))],
        help_text=_("Tools name it in their executor. Fixed once made."),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.HTTP)
    url = models.CharField(
        _("address"),
        max_length=2000,
        help_text=_("Of a service, what stands before the paths of its tools; of an MCP server, its endpoint."),
    )
    auth = models.CharField(_("signs in by"), max_length=20, choices=Auth.choices, default=Auth.NONE)
    username = models.CharField(_("user name"), max_length=200, blank=True)
    key_name = models.CharField(
        _("name of the key"), max_length=200, blank=True, help_text=_("Of the header or of the member of the query.")
    )
    token_url = models.CharField(_("address that gives tokens"), max_length=2000, blank=True)
    client_id = models.CharField(_("client"), max_length=500, blank=True)
    scope = models.CharField(_("scope"), max_length=1000, blank=True)
    secret = Sealed(_("secret"))
    headers = SealedValues(_("headers"))

    class Meta:
        verbose_name = _("connection")
        verbose_name_plural = _("connections")
        ordering = ["environment", "name"]
        constraints = [models.UniqueConstraint(fields=["environment", "name"], name="connection_once_in_environment")]

    def __str__(self) -> str:
        return f"{self.environment}: {self.name}"

    @property
    def missing(self) -> tuple[str, ...]:
        """The members that its way of signing in needs and that are not there."""
        return tuple(name for name in self.NEEDED[self.Auth(self.auth)] if not getattr(self, name))
