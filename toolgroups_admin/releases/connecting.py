"""Connections and tool contexts as those who call tools take them: decrypted, for one environment."""

import logging
from typing import Any

from toolgroups_admin import execution

from .models import Connection, Environment, ToolContext
from .models.sealed import SecretUnreadable, opened

log = logging.getLogger(__name__)
Auth = Connection.Auth


class ConnectionIncomplete(Exception):
    """A connection whose way of signing in lacks something, such as the secret that was removed."""

    def __init__(self, row: Connection) -> None:
        super().__init__(
            f"the connection {row} lacks its {', '.join(row.missing)}; an administrator adds it on its page"
        )


def connections_of(environment: Environment) -> dict[str, execution.Connection]:
    """The environment's connections by name; what cannot be used is left out, and logged with the reason."""
    found: dict[str, execution.Connection] = {}
    for row in environment.connections.select_related("environment"):
        try:
            found[row.name] = usable(row)
        except (ConnectionIncomplete, SecretUnreadable) as problem:
            log.error("a connection cannot be used: %s", problem)
    return found


def usable(row: Connection) -> execution.Connection:
    """The connection with its secrets; raises `ConnectionIncomplete` and `SecretUnreadable`."""
    if row.missing:
        raise ConnectionIncomplete(row)
    return execution.Connection(
        name=row.name,
        kind="mcp" if row.kind == Connection.Kind.MCP else "http",
        url=row.url,
        auth=_auth(row),
        headers=opened(row, "headers"),
    )


def tool_context_of(environment: Environment, prompt: str) -> dict[str, Any]:
    """What the prompt's tools are told here unless the request says otherwise; raises `SecretUnreadable`."""
    row = ToolContext.objects.select_related("environment").filter(environment=environment, prompt=prompt).first()
    return {} if row is None else dict(opened(row, "values"))


def allow_list_of(environment: Environment) -> execution.AllowList:
    """The private addresses that calls from this environment may reach."""
    return execution.AllowList(line for line in environment.allow_list.splitlines() if line.strip())


def _auth(row: Connection) -> execution.Auth | None:
    secret = opened(row, "secret")
    ways: dict[str, Any] = {
        Auth.NONE: lambda: None,
        Auth.BEARER: lambda: execution.BearerAuth(secret),
        Auth.BASIC: lambda: execution.BasicAuth(row.username, secret),
        Auth.KEY_IN_HEADER: lambda: execution.APIKeyAuth(row.key_name, secret, "header"),
        Auth.KEY_IN_QUERY: lambda: execution.APIKeyAuth(row.key_name, secret, "query"),
        Auth.CLIENT_CREDENTIALS: lambda: execution.ClientCredentials(
            row.token_url, row.client_id, secret, row.scope or None
        ),
    }
    made: execution.Auth | None = ways[row.auth]()
    return made
