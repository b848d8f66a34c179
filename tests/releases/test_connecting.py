"""Connections as those who call tools get them."""

from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.releases.connecting import CANARY, connection
from toolgroups_admin import execution
from toolgroups_admin.releases.connecting import allow_list_of, connections_of
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.models.sealed import seal

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("columns", "auth"),
    [
        ({"auth": "none", "secret": ""}, None),
        ({"auth": "bearer"}, execution.BearerAuth(CANARY)),
        ({"auth": "basic", "username": "me"}, execution.BasicAuth("me", CANARY)),
        ({"auth": "key_in_header", "key_name": "X-Key"}, execution.APIKeyAuth("X-Key", CANARY, "header")),
        ({"auth": "key_in_query", "key_name": "key"}, execution.APIKeyAuth("key", CANARY, "query")),
        (
            {"auth": "client_credentials", "token_url": "https://a.example/t", "client_id": "me", "scope": "read"},
            execution.ClientCredentials("https://a.example/t", "me", CANARY, "read"),
        ),
    ],
)
def test_every_way_of_signing_in_is_passed_on(production: Environment, columns: dict[str, Any], auth: Any) -> None:
    connection(production, kind="mcp", **columns)

    found = connections_of(production)["orders"]

    assert (found.kind, found.url, found.auth) == ("mcp", "https://orders.example/v1", auth)
    assert found.headers == {"X-Tenant": f"{CANARY}-header"}
    assert CANARY not in repr(found)


def test_an_environment_has_its_own_connections_only(production: Environment, staging: Environment) -> None:
    connection(staging)

    assert connections_of(production) == {}


def test_what_cannot_be_used_is_left_out_and_logged_without_a_secret(
    production: Environment, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SECRETS_KEYS = ["o" * 32]
    connection(production, "of a lost key")
    connection(production, "without secret", secret="")
    settings.SECRETS_KEYS = ["n" * 32]
    connection(production, secret=seal("new"), headers={})

    found = connections_of(production)

    assert list(found) == ["orders"]
    assert "production: of a lost key cannot be read" in caplog.text
    assert "production: without secret lacks its secret" in caplog.text
    assert CANARY not in caplog.text


def test_the_allow_list_is_one_entry_a_line(production: Environment) -> None:
    production.allow_list = "10.0.0.0/8\nlocalhost:8080"

    assert allow_list_of(production).entries == ("10.0.0.0/8", "localhost:8080")
