"""Rolling back in the admin, and what a release shows."""

import json

import pytest
from django.test import Client

from tests.releases.editing import contains, draft_has_weather, edit
from tests.releases.pages import ADMIN, hidden_fields, roll_back_address, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.releases.models import Environment, Publication, Release
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


def test_the_roll_back_page_says_what_changes_and_the_button_does_it(
    browser: Client, production: Environment, ada: User
) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, matcher=contains("snow"))
    publish(production, by=None)

    chosen = words_of(browser.get(f"{ADMIN}/environment/{production.pk}/roll-back/"))
    shown = browser.get(roll_back_address(production, 1))
    browser.post(roll_back_address(production, 1), {**hidden_fields(shown), "comment": "too cold"})

    assert "Release 1" in chosen
    assert "Release 2" not in chosen
    assert "Rule: keyword “rain” added Rule: keyword “snow” removed" in words_of(shown)
    latest = Publication.objects.first()
    assert latest is not None
    assert (latest.action, latest.release, latest.by, latest.comment) == ("roll_back", first, ada, "too cold")


def test_rolling_back_says_what_was_published_meanwhile(browser: Client, production: Environment) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    edit(group, matcher=contains("snow"))
    publish(production, by=None)
    shown = browser.get(roll_back_address(production, 1))
    edit(group, matcher=contains("hail"))
    publish(production, by=None)

    answer = browser.post(roll_back_address(production, 1), {**hidden_fields(shown), "comment": "mine"})

    assert "Release 3 went live while you were looking" in words_of(answer)
    assert Environment.objects.get(pk=production.pk).release == Release.objects.get(number=3)


@pytest.mark.parametrize(
    ("number", "reason"), [(1, "This release is live there already."), (2, "This release was never live there")]
)
def test_what_cannot_be_rolled_back_to_is_told(
    browser: Client, production: Environment, staging: Environment, number: int, reason: str
) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    edit(group, enabled=False)
    publish(staging, by=None)

    answer = browser.post(roll_back_address(production, number), {"expected": "1", "comment": ""})

    assert reason in words_of(answer)


def test_a_release_that_no_longer_compiles_is_told_and_not_rolled_back_to(
    browser: Client, production: Environment
) -> None:
    group = draft_has_weather()
    publish(production, by=None).fragments.filter(kind="tool").delete()
    edit(group, enabled=False)
    publish(production, by=None)

    answer = browser.post(roll_back_address(production, 1), {"expected": "2", "comment": ""})

    assert "This does not compile" in words_of(answer)
    assert "tool group “weather”, tools" in words_of(answer)


def test_with_nothing_to_roll_back_to_the_page_says_so(browser: Client, production: Environment) -> None:
    answer = browser.get(f"{ADMIN}/environment/{production.pk}/roll-back/")

    assert "Nothing is live here yet." in words_of(answer)
    assert "No other release was live here before." in words_of(answer)


def test_a_release_shows_where_it_is_live_what_it_changed_and_the_way_back(
    browser: Client, production: Environment, ada: User
) -> None:
    group = draft_has_weather()
    first = publish(production, by=ada, comment="the first")
    edit(group, matcher=contains("snow"))
    second = publish(production, by=ada)

    old, new = (browser.get(f"{ADMIN}/release/{release.pk}/change/") for release in (first, second))

    assert "the first" in words_of(old)
    assert roll_back_address(production, 1) in old.content.decode()
    assert "Tool group “weather” is new" in words_of(old)
    assert roll_back_address(production, 2) not in new.content.decode()
    assert "Rule: keyword “snow” added" in words_of(new)


def test_the_document_of_a_release_can_be_downloaded(browser: Client, production: Environment) -> None:
    draft_has_weather()
    release = publish(production, by=None)

    answer = browser.get(f"{ADMIN}/release/{release.pk}/document/")

    assert json.loads(answer.content) == draft_document()
    assert 'filename="release-1.json"' in answer["Content-Disposition"]
