"""People sign in with the account that they have at a provider."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.checks import Error
from django.test import Client
from pytest_django.fixtures import Settings

from tests.accounts.identity_provider import CLIENT, SECRET, IdentityProvider, running_provider
from toolgroups_admin.accounts.models import User
from toolgroups_admin.accounts.oidc.checking import provider_settings
from toolgroups_admin.accounts.roles import Role

BEGIN, RETURN, LEAVE = "/oidc/sign-in/", "/oidc/callback/", "/oidc/sign-out/"


@pytest.fixture(scope="module")
def machine() -> Iterator[IdentityProvider]:
    with running_provider() as provider:
        yield provider


@pytest.fixture
def provider(db: Any, machine: IdentityProvider, settings: Settings) -> IdentityProvider:
    """One that gives the roles `editors` and `checkers`, and whose person is an editor."""
    settings.OIDC_ISSUER, settings.OIDC_NAME = machine.address, "Acme"
    settings.OIDC_RP_CLIENT_ID, settings.OIDC_RP_CLIENT_SECRET = CLIENT, SECRET
    settings.OIDC_ROLES_CLAIM, settings.OIDC_ROLES = "realm.roles", {"editors": "editor", "checkers": "qa"}
    settings.AUTHENTICATION_BACKENDS = [
        *settings.AUTHENTICATION_BACKENDS,
        "toolgroups_admin.accounts.oidc.backend.ProviderBackend",
    ]
    machine.in_token = {}
    machine.person = {"sub": "u-1", "preferred_username": "ada", "email": "ada@example.org", "family_name": "Lovelace"}
    machine.person["realm"] = {"roles": ["editors", "others"]}
    return machine


def way_back(client: Client, provider: IdentityProvider, begin: str = BEGIN) -> str:
    """Where the provider sends who was sent there."""
    there = urlsplit(client.get(begin).headers["Location"])
    assert f"{there.scheme}://{there.netloc}" == provider.address
    return provider.authorize({name: values[0] for name, values in parse_qs(there.query).items()})


def sign_in(provider: IdentityProvider, client: Client | None = None) -> Any:
    client = client or Client()
    return client.get(way_back(client, provider))


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_somebody_new_gets_an_account_with_the_roles_that_the_provider_gives(provider: IdentityProvider) -> None:
    client = Client()

    answer = sign_in(provider, client)

    assert answer.headers["Location"] == "/admin/"
    ada = User.objects.get()
    assert (ada.username, ada.last_name, ada.email) == ("ada", "Lovelace", "ada@example.org")
    assert ada.role_names == {Role.EDITOR}
    assert not ada.is_superuser
    assert not ada.has_usable_password()
    assert client.get("/admin/catalog/toolgroup/").status_code == 200


def test_the_page_to_sign_in_leads_there_and_back_to_what_was_wanted(provider: IdentityProvider) -> None:
    client = Client()
    page = client.get("/admin/login/?next=/admin/catalog/tool/").content.decode()
    begin = f"{BEGIN}?next=%2Fadmin%2Fcatalog%2Ftool%2F"

    answer = client.get(way_back(client, provider, begin))

    assert f'href="{begin}"' in page
    assert "Sign in with Acme" in page
    assert answer.headers["Location"] == "/admin/catalog/tool/"


def test_nobody_is_sent_to_another_site_afterwards(provider: IdentityProvider) -> None:
    client = Client()

    answer = client.get(way_back(client, provider, f"{BEGIN}?next=https://evil.example/"))

    assert answer.headers["Location"] == "/admin/"


def test_roles_follow_the_provider_at_each_sign_in_and_groups_of_ones_own_stay(provider: IdentityProvider) -> None:
    sign_in(provider)
    User.objects.get().groups.create(name="night shift")
    provider.person |= {"realm": {"roles": ["checkers"]}, "preferred_username": "countess"}

    sign_in(provider)

    ada = User.objects.get()
    assert ada.username == "ada"
    assert ada.role_names == {Role.QA, "night shift"}


def test_without_a_claim_roles_are_given_here(provider: IdentityProvider, settings: Settings) -> None:
    settings.OIDC_ROLES_CLAIM = ""
    client = Client()
    refused = sign_in(provider, client)
    User.objects.get().groups.create(name="night shift")

    accepted = sign_in(provider, client)

    assert (refused.status_code, accepted.status_code) == (403, 302)


@pytest.mark.parametrize("claim", ["editor", "Editor other", ["EDITOR", 7]])
def test_without_names_of_its_own_the_claim_holds_the_names_of_our_roles(
    provider: IdentityProvider, settings: Settings, claim: Any
) -> None:
    settings.OIDC_ROLES, settings.OIDC_ROLES_CLAIM = {}, "https://acme.example/roles"
    provider.person["https://acme.example/roles"] = claim

    sign_in(provider)

    assert User.objects.get().role_names == {Role.EDITOR}


@pytest.mark.parametrize(("language", "words"), [("en", "has no role yet"), ("zh-hans", "还没有角色")])
def test_who_has_no_role_is_told_so_and_by_which_name_they_are_known(
    provider: IdentityProvider, language: str, words: str
) -> None:
    provider.person["realm"] = "?"
    client = Client(headers={"accept-language": language})

    answer = sign_in(provider, client)

    assert answer.status_code == 403
    assert words in answer.content.decode()
    assert "ada" in answer.content.decode()
    assert not signed_in(client)


def test_an_account_that_is_switched_off_stays_out(provider: IdentityProvider) -> None:
    sign_in(provider)
    User.objects.update(is_active=False)

    assert sign_in(provider).status_code == 403


def test_an_account_is_taken_over_by_a_verified_address(provider: IdentityProvider) -> None:
    ada = User.objects.create_user("al", email="ADA@example.org", is_staff=True)
    provider.person["email_verified"] = True

    sign_in(provider)

    assert User.objects.get().pk == ada.pk


@pytest.mark.parametrize("verified", [None, False, "true"])
def test_an_account_is_never_taken_over_by_an_address_that_anybody_could_write(
    provider: IdentityProvider, verified: Any
) -> None:
    User.objects.create_superuser("ada", email="ada@example.org")
    provider.person["email_verified"] = verified

    sign_in(provider)

    assert list(User.objects.order_by("pk").values_list("username", "is_superuser")) == [
        ("ada", True),
        ("ada-2", False),
    ]


@pytest.mark.parametrize(
    "in_token", [{"nonce": "other"}, {"aud": "others"}, {"iss": "https://evil.example"}, {"exp": 1}, {"sub": "u-2"}]
)
def test_a_token_that_is_not_for_this_person_client_and_moment_lets_nobody_in(
    provider: IdentityProvider, in_token: dict[str, Any]
) -> None:
    provider.in_token = in_token
    client = Client()

    answer = sign_in(provider, client)

    assert answer.status_code == 403
    assert "Signing in did not work" in answer.content.decode()
    assert not signed_in(client)
    assert not User.objects.exists()


def test_the_way_back_is_good_once_and_in_the_browser_that_went(provider: IdentityProvider) -> None:
    client = Client()
    back = way_back(client, provider)

    assert [each.get(back).status_code for each in (Client(), client, client)] == [403, 302, 403]


def test_a_code_of_somebody_else_on_the_page_to_sign_in_is_not_looked_at(provider: IdentityProvider) -> None:
    of_theirs = {"client_id": CLIENT, "response_type": "code", "redirect_uri": RETURN, "state": "made-up"}
    code = urlsplit(provider.authorize(of_theirs)).query
    client = Client()

    client.post(f"/admin/login/?{code}", {"username": "x", "password": "y"})

    assert not signed_in(client)


def test_a_wrong_secret_and_a_refusal_by_the_provider_end_on_a_page(
    provider: IdentityProvider, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.OIDC_RP_CLIENT_SECRET = "not-the-one"
    client = Client()
    state = parse_qs(urlsplit(client.get(BEGIN).headers["Location"]).query)["state"][0]

    assert sign_in(provider).status_code == 403
    assert client.get(RETURN, {"error": "access_denied", "state": state}).status_code == 403
    assert "not-the-one" not in caplog.text
    assert "invalid_grant" not in caplog.text


@pytest.mark.parametrize("issuer", ["http://127.0.0.1:9", "/other"])
def test_a_provider_that_is_away_or_another_one_ends_on_a_page(
    provider: IdentityProvider, settings: Settings, issuer: str
) -> None:
    settings.OIDC_ISSUER = issuer if "//" in issuer else provider.address + issuer

    assert Client().get(BEGIN).status_code == 403


def test_addresses_that_are_given_are_not_asked_for(provider: IdentityProvider, settings: Settings) -> None:
    settings.OIDC_ISSUER = "https://issuer.example"
    settings.OIDC_OP_AUTHORIZATION_ENDPOINT = "https://issuer.example/enter"

    assert Client().get(BEGIN).headers["Location"].startswith("https://issuer.example/enter?")


def test_failures_there_lock_nobody_out(provider: IdentityProvider, settings: Settings) -> None:
    settings.AXES_FAILURE_LIMIT = 1
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    User.objects.create_superuser("root", password="only-for-this-test-1")
    sign_in_here = {"username": "root", "password": "only-for-this-test-1"}
    provider.in_token = {"nonce": "other"}
    failed = [sign_in(provider).status_code for _ in range(2)]
    provider.in_token = {}

    assert failed == [403, 403]
    assert sign_in(provider).status_code == 302
    assert Client().post("/admin/login/", sign_in_here).status_code == 302


def test_signing_out_leads_on_to_the_provider(provider: IdentityProvider) -> None:
    client = Client()
    sign_in(provider, client)

    page = client.post("/admin/logout/").content.decode()

    assert not signed_in(client)
    assert f'href="{LEAVE}"' in page
    assert client.get(LEAVE).headers["Location"].startswith(f"{provider.address}/leave?client_id={CLIENT}&")


def test_a_session_lasts_until_the_provider_is_to_be_asked_again(
    provider: IdentityProvider, settings: Settings
) -> None:
    settings.OIDC_SESSION_HOURS = 2
    client = Client()
    sign_in(provider, client)

    assert client.session.get_expiry_age() == 2 * 3600


@pytest.mark.parametrize("address", [BEGIN, RETURN, LEAVE])
def test_without_a_provider_nothing_of_it_is_there(db: Any, address: str) -> None:
    assert Client().get(address).status_code == 404
    assert "/oidc/" not in Client().get("/admin/login/").content.decode()


def test_settings_that_cannot_work_are_named(settings: Settings) -> None:
    settings.OIDC_ISSUER, settings.OIDC_ROLES = "https://issuer.example", {"editors": "writer", "checkers": "QA"}

    client, role = provider_settings(None)

    assert isinstance(client, Error)
    assert "OIDC_CLIENT_ID is not set" in client.msg
    assert "'writer'" in role.msg
