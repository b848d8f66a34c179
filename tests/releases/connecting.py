"""Connections and tool contexts for tests, and what a browser posts for them."""

from typing import Any

from toolgroups_admin.releases.models import Connection, Environment, ToolContext
from toolgroups_admin.releases.models.sealed import seal

CANARY = "canary-9f3b"


def connection(environment: Environment, name: str = "orders", **columns: Any) -> Connection:
    """Signed in by a bearer token, with a header."""
    whole = {
        "url": "https://orders.example/v1",
        "auth": "bearer",
        "secret": seal(CANARY),
        "headers": {"X-Tenant": seal(f"{CANARY}-header")},
    }
    return Connection.objects.create(environment=environment, name=name, **whole | columns)


def tool_context(environment: Environment, prompt: str = "support", **values: Any) -> ToolContext:
    sealed = {name: seal(value) for name, value in (values or {"tenant": CANARY}).items()}
    return ToolContext.objects.create(environment=environment, prompt=prompt, values=sealed)


def typed(environment: Environment, **fields: Any) -> dict[str, Any]:
    """What the form of a new connection sends; `headers` as pairs."""
    pairs = fields.pop("headers", [])
    rows = {f"headers-{number}-{part}": text for number, pair in enumerate(pairs) for part, text in pair.items()}
    whole = {
        "name": "orders",
        "environment": environment.pk,
        "kind": "http",
        "url": "https://orders.example/v1",
        "auth": "bearer",
        "username": "",
        "key_name": "",
        "token_url": "",
        "client_id": "",
        "scope": "",
        "secret": CANARY,
    }
    return whole | rows | fields
