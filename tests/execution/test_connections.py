"""Connections never show their secrets (field case 30)."""

import pytest

from toolgroups_admin.execution import APIKeyAuth, Auth, BasicAuth, BearerAuth, ClientCredentials, Connection

CANARY = "canary-7f3a"


@pytest.mark.parametrize(
    "auth",
    [
        BearerAuth(CANARY),
        BasicAuth("somebody", CANARY),
        APIKeyAuth("X-Api-Key", CANARY),
        APIKeyAuth("key", CANARY, where="query"),
        ClientCredentials("https://id.example/token", "we", CANARY),
    ],
)
def test_a_connection_shows_no_secret(auth: Auth) -> None:
    connection = Connection("crm", "http", "https://crm.example", auth, headers={"X-Secret": CANARY})

    assert CANARY not in f"{connection!r} {connection}"
    assert "https://crm.example" in repr(connection)
