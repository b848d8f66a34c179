"""API keys in the admin."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from tests.releases.editing import draft_has_weather
from tests.releases.pages import ADMIN, signed_in, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.releases import live
from toolgroups_admin.releases.keys import make_key
from toolgroups_admin.releases.models import APIKey, Environment

pytestmark = pytest.mark.django_db


def asked_for(environment: Environment, **fields: object) -> dict[str, object]:
    return {
        "name": "shop",
        "environment": environment.pk,
        "scopes": ["resolve"],
        "prompts": "",
        "expires_at_0": "",
        "expires_at_1": "",
        **fields,
    }


def test_a_scope_is_named_as_programs_are_told_of_it(browser: Client) -> None:
    assert "see why groups hit or miss · explain" in words_of(browser.get(f"{ADMIN}/apikey/add/"))


def test_a_new_key_is_shown_once_and_works(browser: Client, production: Environment, ada: User) -> None:
    draft_has_weather()
    fields = asked_for(production, scopes=["explain", "resolve"], prompts="support\r\n")

    answer = browser.post(f"{ADMIN}/apikey/add/", fields)

    [token] = set(re.findall(r"tga_production_[\w-]{43}", answer.content.decode()))
    found = live.key_for(token)
    assert found is not None
    assert (found.scopes, found.prompts) == (frozenset({"resolve", "explain"}), frozenset({"support"}))
    assert APIKey.objects.get().created_by == ada
    assert "no-store" in answer["Cache-Control"]


def test_no_later_page_shows_the_token_or_its_digest(browser: Client, production: Environment) -> None:
    key, token = make_key(production, name="shop", scopes=["resolve"], by=None)

    for address in ("", f"{key.pk}/change/", f"{key.pk}/revoke/", f"{key.pk}/history/"):
        page = browser.get(f"{ADMIN}/apikey/{address}").content.decode()
        assert token not in page
        assert key.digest not in page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": ""}, "This field is required."),
        ({"scopes": []}, "This field is required."),
        ({"scopes": ["everything"]}, "everything is not one of the available choices."),
        ({"prompts": "nowhere"}, "There is no prompt “nowhere”."),
        ({"expires_at_0": "2001-01-01", "expires_at_1": "00:00"}, "This time is over."),
        ({"expires_at_0": "9999-12-31", "expires_at_1": "23:59"}, "This is more than 100 years away."),
    ],
)
def test_a_key_that_makes_no_sense_is_refused_with_the_reason(
    browser: Client, production: Environment, fields: dict[str, object], words: str
) -> None:
    answer = browser.post(f"{ADMIN}/apikey/add/", asked_for(production, **fields))

    assert words in words_of(answer)
    assert not APIKey.objects.exists()


def test_revoking_asks_first_and_then_does_it(browser: Client, production: Environment, ada: User) -> None:
    key, _token = make_key(production, name="shop", scopes=["resolve"], by=None)
    address = f"{ADMIN}/apikey/{key.pk}/revoke/"

    asked = browser.get(address)
    before = APIKey.objects.get().revoked_at
    answer = browser.post(address, follow=True)

    assert "are refused in production within a second. This cannot be undone." in words_of(asked)
    assert before is None
    assert APIKey.objects.get().revoked_by == ada
    assert "The key “shop” is revoked." in words_of(answer)
    assert "was revoked on" in words_of(browser.get(address))


def test_a_key_is_never_edited_or_deleted(browser: Client, production: Environment) -> None:
    key, _token = make_key(production, name="shop", scopes=["resolve"], by=None)

    edited = browser.post(f"{ADMIN}/apikey/{key.pk}/change/", asked_for(production, name="other"))
    deleted = browser.post(f"{ADMIN}/apikey/{key.pk}/delete/", {"post": "yes"})

    assert (edited.status_code, deleted.status_code) == (403, 403)
    assert APIKey.objects.get().name == "shop"


def test_who_may_only_look_cannot_make_or_revoke(production: Environment) -> None:
    auditor = User.objects.create(username="aud", is_staff=True)
    auditor.user_permissions.set(Permission.objects.filter(codename="view_apikey"))
    browser = signed_in(auditor)
    key, _token = make_key(production, name="shop", scopes=["resolve"], by=None)

    assert browser.get(f"{ADMIN}/apikey/").status_code == 200
    assert browser.get(f"{ADMIN}/apikey/add/").status_code == 403
    assert browser.post(f"{ADMIN}/apikey/{key.pk}/revoke/").status_code == 403
    assert APIKey.objects.get().revoked_at is None


def test_the_list_says_which_keys_work(browser: Client, production: Environment) -> None:
    make_key(production, name="shop", scopes=["resolve", "explain"], by=None, prompts=["support"])

    words = words_of(browser.get(f"{ADMIN}/apikey/"))

    assert "active" in words
    assert "resolve contexts, see why groups hit or miss" in words
    assert "support" in words


def test_the_pages_of_keys_speak_chinese(ada: User, production: Environment) -> None:
    make_key(production, name="shop", scopes=["resolve"], by=None)
    browser = signed_in(ada, "zh-hans")

    assert "有效" in words_of(browser.get(f"{ADMIN}/apikey/"))
    assert "请立即复制令牌" in words_of(browser.post(f"{ADMIN}/apikey/add/", asked_for(production)))
