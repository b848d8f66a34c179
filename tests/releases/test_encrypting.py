"""Secrets at rest, and the keys that open them."""

import io

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from toolgroups_admin.releases.encrypting import Undecryptable, decrypt, encrypt
from toolgroups_admin.releases.models import Connection, Environment, ToolContext
from toolgroups_admin.releases.models.sealed import SecretUnreadable, is_readable, opened, seal
from toolgroups_admin.releases.renewing import sealed_columns

OLD, NEW = "o" * 32, "n" * 32


@pytest.fixture(autouse=True)
def old_key(settings: Settings) -> None:
    settings.SECRETS_KEYS = [OLD]


@pytest.fixture
def orders(production: Environment) -> Connection:
    return Connection.objects.create(
        environment=production,
        name="orders",
        url="https://orders.example",
        auth="bearer",
        secret=seal("canary-1"),
        headers={"X-Tenant": seal("canary-2")},
    )


def test_what_is_kept_is_not_what_was_written() -> None:
    token = encrypt("canary-密钥")

    assert "canary" not in token
    assert token != encrypt("canary-密钥")
    assert decrypt(token) == "canary-密钥"


def test_the_first_key_encrypts_and_all_decrypt(settings: Settings) -> None:
    token = encrypt("canary")

    settings.SECRETS_KEYS = [NEW, OLD]

    assert decrypt(token) == "canary"
    newer = encrypt("canary")
    settings.SECRETS_KEYS = [OLD]
    with pytest.raises(Undecryptable, match="SECRETS_KEYS"):
        decrypt(newer)


@pytest.mark.parametrize("token", ["", "no token", "ü"])
def test_what_was_never_encrypted_cannot_be_decrypted(token: str) -> None:
    with pytest.raises(Undecryptable):
        decrypt(token)


def test_a_short_key_is_refused_with_a_way_to_make_one(settings: Settings) -> None:
    settings.SECRETS_KEYS = ["short"]

    with pytest.raises(ImproperlyConfigured, match="openssl rand -hex 32"):
        encrypt("canary")


def test_a_row_that_cannot_be_decrypted_says_which_and_what_to_do(orders: Connection, settings: Settings) -> None:
    settings.SECRETS_KEYS = [NEW]

    with pytest.raises(SecretUnreadable, match=r"connection production: orders .*SECRETS_KEYS; add that key, or type"):
        opened(orders, "secret")
    assert not is_readable(orders)


def test_every_kind_of_row_with_secrets_is_known() -> None:
    known = {(model.__name__, field.name) for model, field in sealed_columns()}

    assert {("Connection", "secret"), ("Connection", "headers"), ("ToolContext", "values")} <= known


def test_secrets_are_encrypted_anew_with_the_first_key(orders: Connection, settings: Settings) -> None:
    context = ToolContext.objects.create(
        environment=orders.environment, prompt="support", values={"tenant": seal("canary-3"), "level": seal(7)}
    )
    settings.SECRETS_KEYS = [NEW, OLD]
    output = io.StringIO()

    call_command("rotate_secrets", stdout=output)

    settings.SECRETS_KEYS = [NEW]
    orders.refresh_from_db()
    context.refresh_from_db()
    assert opened(orders, "secret") == "canary-1"
    assert opened(orders, "headers") == {"X-Tenant": "canary-2"}
    assert opened(context, "values") == {"tenant": "canary-3", "level": 7}
    assert output.getvalue().startswith("3 ")


def test_what_cannot_be_read_stays_and_is_named(orders: Connection, settings: Settings) -> None:
    settings.SECRETS_KEYS = [NEW]
    later = Connection.objects.create(environment=orders.environment, name="crm", url="https://a.b", secret=seal("c"))
    before, notes = orders.secret, io.StringIO()

    with pytest.raises(CommandError, match="could not be read"):
        call_command("rotate_secrets", stdout=io.StringIO(), stderr=notes)

    orders.refresh_from_db()
    assert orders.secret == before
    assert opened(Connection.objects.get(pk=later.pk), "secret") == "c"
    assert "production: orders" in notes.getvalue()
    assert "canary" not in notes.getvalue()
