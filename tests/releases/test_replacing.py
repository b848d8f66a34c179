"""Replacing a key: both are let in for a while, then only the new one."""

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.releases.pages import ADMIN, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.releases import live
from toolgroups_admin.releases.keys import make_key, revoke
from toolgroups_admin.releases.models import APIKey, Environment
from toolgroups_admin.releases.replacing import NotReplaceable, replace, usual_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def old(production: Environment) -> tuple[APIKey, str]:
    return make_key(production, name="shop", scopes=["resolve", "explain"], by=None, prompts=["support"])


def let_in(token: str, after: timedelta = timedelta()) -> bool:
    return live.refresh().key_for(token, timezone.now() + after) is not None


def test_both_are_let_in_until_the_overlap_ends(old: tuple[APIKey, str], ada: User) -> None:
    key, token = old

    successor, new_token = replace(key, by=ada)

    assert (let_in(token), let_in(new_token)) == (True, True)
    week = timedelta(days=7, seconds=1)
    assert (let_in(token, week), let_in(new_token, week)) == (False, True)
    assert (successor.scopes, successor.prompts, successor.environment) == (key.scopes, key.prompts, key.environment)
    assert (successor.replaces, successor.created_by) == (key, ada)


def test_every_process_learns_of_it(old: tuple[APIKey, str]) -> None:
    key, token = old
    before = live.refresh()

    replace(key, by=None, overlap=timedelta())

    assert live.refresh() is not before
    assert not let_in(token)


def test_a_key_that_ends_sooner_is_not_prolonged(old: tuple[APIKey, str]) -> None:
    key, _token = old
    soon = timezone.now() + timedelta(hours=1)
    APIKey.objects.update(expires_at=soon)
    key.refresh_from_db()

    replace(key, by=None)

    assert APIKey.objects.get(pk=key.pk).expires_at == soon


def test_a_successor_lasts_as_long_as_the_key_was_made_to_last(production: Environment) -> None:
    month = timezone.now() + timedelta(days=30)
    key, _token = make_key(production, name="shop", scopes=["resolve"], by=None, expires_at=month)

    end = usual_end(key)

    assert isinstance(end, datetime)
    assert abs(end - month) < timedelta(minutes=1)


def test_what_is_revoked_or_has_a_successor_is_not_replaced(old: tuple[APIKey, str]) -> None:
    key, _token = old
    twin = APIKey.objects.get(pk=key.pk)
    successor, _token = replace(key, by=None)
    revoke(successor, by=None)

    for each, state in ((key, "replaced"), (twin, "replaced"), (successor, "revoked")):
        with pytest.raises(NotReplaceable, match=state):
            replace(each, by=None)

    assert APIKey.objects.count() == 2


def test_a_key_that_was_revoked_while_somebody_looked_gets_no_successor(old: tuple[APIKey, str]) -> None:
    on_the_page = APIKey.objects.get(pk=old[0].pk)
    revoke(old[0], by=None)

    with pytest.raises(NotReplaceable, match="revoked"):
        replace(on_the_page, by=None)

    assert APIKey.objects.count() == 1


def test_the_new_token_is_shown_once_and_the_pair_on_its_page(browser: Client, old: tuple[APIKey, str]) -> None:
    key, _token = old
    address = f"{ADMIN}/apikey/{key.pk}/replace/"

    asked = browser.get(address)
    answer = browser.post(address, {"days": "3", "expires_at_0": "", "expires_at_1": ""})
    again = browser.post(address, {"days": "3", "expires_at_0": "", "expires_at_1": ""})

    [token] = set(re.findall(r"tga_production_[\w-]{43}", answer.content.decode()))
    assert let_in(token)
    assert 'value="7"' in asked.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert f"The old key {key.prefix}… is let in until" in words_of(answer)
    assert "Only a key that is active and has no successor can be replaced." in words_of(again)
    page = words_of(browser.get(f"{ADMIN}/apikey/{key.pk}/change/"))
    assert f"replaced by {APIKey.objects.latest('id').prefix}…" in page
    assert token not in page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"days": "91"}, "less than or equal to 90"),
        ({"expires_at_0": "2001-01-01", "expires_at_1": "00:00"}, "This time is over."),
        ({"expires_at_0": "9999-12-31", "expires_at_1": "23:59"}, "This is more than 100 years away."),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(
    browser: Client, old: tuple[APIKey, str], fields: dict[str, str], words: str
) -> None:
    sent = {"days": "7", "expires_at_0": "", "expires_at_1": "", **fields}

    answer = browser.post(f"{ADMIN}/apikey/{old[0].pk}/replace/", sent)

    assert words in words_of(answer)
    assert APIKey.objects.count() == 1
