"""Waiving a rule from the Problems page: who may, what is refused, and what stays in the history."""

from typing import Any

import pytest
from django.test import Client

from tests.catalog.building import group, load
from tests.catalog.problem_pages import PAGE, page_of, shown, viewer_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change, ToolGroup

WAIVE = "/admin/problems/waive/"


def test_waiving_silences_the_rule_and_stands_in_the_history(browser: Client, letter: ToolGroup, ada: User) -> None:
    asked = {"kind": "group", "identity": "letter", "rule": "keyword_of_one_character", "reason": "It is a code."}

    answer = browser.post(WAIVE, {**asked, "back": "kind=group"})

    assert answer.headers["Location"] == f"{PAGE}?kind=group"
    assert group("letter").waivers == [{"rule": "keyword_of_one_character", "reason": "It is a code."}]
    change = Change.objects.latest("id")
    assert (change.identity, change.why, change.by) == ("letter", "It is a code.", ada)
    assert not shown(browser)


def test_waiving_twice_changes_nothing(browser: Client, letter: ToolGroup) -> None:
    asked = {"kind": "group", "identity": "letter", "rule": "keyword_of_one_character", "reason": "It is a code."}
    browser.post(WAIVE, asked)

    browser.post(WAIVE, {**asked, "reason": "Again."})

    assert len(group("letter").waivers) == 1
    assert Change.objects.filter(identity="letter").count() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": " "},
        {"reason": "x" * 2001},
        {"rule": "unheard"},
        {"rule": "waiver_unneeded"},
        {"kind": "environment"},
        {"identity": ""},
    ],
)
def test_what_cannot_be_waived_is_refused_with_words(browser: Client, letter: ToolGroup, wrong: dict[str, str]) -> None:
    asked = {"kind": "group", "identity": "letter", "rule": "keyword_of_one_character", "reason": "It is a code."}

    answer = browser.post(WAIVE, asked | wrong, follow=True)

    assert [message.level_tag for message in answer.context["messages"]] == ["error"]
    assert group("letter").waivers == []


def test_an_object_that_is_gone_cannot_waive(browser: Client, db: Any) -> None:
    asked = {"kind": "group", "identity": "gone", "rule": "keyword_of_one_character", "reason": "It is a code."}

    assert browser.post(WAIVE, asked).status_code == 404


def test_who_may_only_look_sees_what_may_be_seen_and_waives_nothing(letter: ToolGroup) -> None:
    load(tools=[{"key": "t"}])
    client = viewer_of("toolgroup")
    asked = {"kind": "group", "identity": "letter", "rule": "keyword_of_one_character", "reason": "It is a code."}

    assert shown(client) == [("letter", "keyword_of_one_character")]
    assert WAIVE not in page_of(client)
    assert client.post(WAIVE, asked).status_code == 403


def test_who_may_see_no_kind_sees_no_page(db: Any) -> None:
    client = Client()
    client.force_login(User.objects.create(username="nobody", is_staff=True))

    assert client.get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302
