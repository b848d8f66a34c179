"""Connections: where a tool's destination is and how we show who we are. Made by administrators, passed in."""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class BearerAuth:
    """A fixed token, sent as `Authorization: Bearer`."""

    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class BasicAuth:
    """A user name and password, sent as `Authorization: Basic`."""

    username: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class APIKeyAuth:
    """A key under a name of the destination's choosing, in a header or in the query."""

    name: str
    value: str = field(repr=False)
    where: Literal["header", "query"] = "header"


@dataclass(frozen=True, slots=True)
class ClientCredentials:
    """OAuth 2.0 client credentials: a token is fetched from `token_url` and used until it runs out."""

    token_url: str
    client_id: str
    client_secret: str = field(repr=False)
    scope: str | None = None


def basic_credentials(username: str, password: str) -> str:
    """What follows `Authorization: Basic`."""
    return b64encode(f"{username}:{password}".encode()).decode()


Auth = BearerAuth | BasicAuth | APIKeyAuth | ClientCredentials


@dataclass(frozen=True, slots=True)
class Connection:
    """A destination by name: the base URL of an HTTP service, or the endpoint of an MCP server.

    `headers` go with every request; like the secrets of `auth` their values are never shown.
    """

    name: str
    kind: Literal["http", "mcp"]
    url: str
    auth: Auth | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
