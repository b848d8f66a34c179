"""Keys of programs."""

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from toolgroups_admin.accounts.models import User
from toolgroups_admin.releases import live
from toolgroups_admin.releases.keys import SCOPES, UnknownScope, digest_of, make_key, revoke
from toolgroups_admin.releases.models import APIKey, Environment
from toolgroups_admin.releases.state import LiveKey, State

pytestmark = pytest.mark.django_db


def test_a_token_says_where_it_belongs_and_is_kept_nowhere(production: Environment, ada: User) -> None:
    key, token = make_key(production, name="shop", scopes=["resolve"], by=ada)

    assert token.startswith("tga_production_")
    assert len(token) == len("tga_production_") + 43
    kept = APIKey.objects.filter(pk=key.pk).values().get()
    assert token not in repr(kept)
    assert kept["digest"] == digest_of(token)


def test_the_beginning_of_a_token_is_shown_and_gives_nothing_away(production: Environment) -> None:
    key, token = make_key(production, name="shop", scopes=["resolve"], by=None)

    assert token.startswith(key.prefix)
    assert len(token) - len(key.prefix) > 30


def test_two_keys_have_two_tokens(production: Environment) -> None:
    tokens = {make_key(production, name="shop", scopes=["resolve"], by=None)[1] for _ in range(5)}

    assert len(tokens) == 5


def test_scopes_are_kept_in_their_usual_order_once_each(production: Environment) -> None:
    key, _token = make_key(production, name="shop", scopes=["explain", "resolve", "explain"], by=None)

    assert APIKey.objects.get(pk=key.pk).scopes == ["resolve", "explain"]


@pytest.mark.parametrize("scopes", [[], ["everything"], ["resolve", "all"]])
def test_an_unknown_scope_or_none_is_refused(production: Environment, scopes: list[str]) -> None:
    with pytest.raises(UnknownScope):
        make_key(production, name="shop", scopes=scopes, by=None)

    assert not APIKey.objects.exists()


def test_a_revoked_key_says_by_whom_and_stays_as_it_is(production: Environment, ada: User) -> None:
    key, _token = make_key(production, name="shop", scopes=["resolve"], by=ada)

    revoke(key, by=ada)
    first = key.revoked_at
    revoke(key, by=None)

    assert (key.revoked_by, key.revoked_at, key.state) == (ada, first, "revoked")


def test_an_expired_key_is_not_active(production: Environment) -> None:
    soon = timezone.now() + timedelta(hours=1)
    past = timezone.now() - timedelta(hours=1)
    running, _token = make_key(production, name="a", scopes=["resolve"], by=None, expires_at=soon)
    over, _token = make_key(production, name="b", scopes=["resolve"], by=None, expires_at=past)

    assert (running.state, over.state) == ("active", "expired")


def test_the_command_prints_the_token_alone_on_its_output(production: Environment) -> None:
    output, notes = io.StringIO(), io.StringIO()

    call_command(
        "make_key", "production", "shop", "--scope", "explain", "--scope", "resolve", "--prompt", "support", "--days", "3",
        stdout=output, stderr=notes,
    )  # fmt: skip

    key = live.key_for(output.getvalue().strip())
    assert key is not None
    assert (key.name, key.environment, key.prompts) == ("shop", "production", frozenset({"support"}))
    assert key.scopes == {"resolve", "explain"}
    assert key.expires_at is not None
    assert "shop" in notes.getvalue()


def test_the_command_names_the_environments_when_there_is_no_such(production: Environment) -> None:
    with pytest.raises(CommandError, match="production"):
        call_command("make_key", "moon", "shop")


def test_every_scope_of_the_design_is_there() -> None:
    assert set(SCOPES) == {"resolve", "explain", "execute", "chat", "read", "preview", "publish", "tools:any"}


def test_two_digests_that_begin_alike_are_told_apart() -> None:
    known = digest_of("tga_production_known")
    twin = known[:8] + "0" * 56
    state = State(
        keys={twin: LiveKey(1, "twin", "production", frozenset()), known: LiveKey(2, "shop", "production", frozenset())}
    )

    found = state.key_for("tga_production_known")

    assert found is not None
    assert found.name == "shop"
