"""Who only reads sees rules in words and JSON as JSON; history says in words what a change did."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from tests.catalog.building import contains, group, load, rule, tool
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.admin.in_words import outline
from toolgroups_admin.catalog.history import differences
from toolgroups_admin.catalog.models import Change
from toolgroups_admin.catalog.saving import save_with_history

ACCOUNT = {"kind": "condition", "field": "account_id", "op": "exists"}
BOTH = {"kind": "all", "rules": [{**ACCOUNT, "note": "signed in"}, {"kind": "not", "rule": contains("x")}]}


@pytest.fixture
def reader(db: Any) -> Client:
    """A browser in which somebody from QA is signed in."""
    person = User.objects.create(username="quinn", is_staff=True)
    person.groups.set(Group.objects.filter(name="QA"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


@pytest.fixture
def weather(db: Any) -> None:
    load(
        tools=[{"key": "t", "parameters": {"type": "object", "properties": {"城市": {"type": "string"}}}}],
        rules=[{"name": "r", "definition": BOTH, "tags": ["a", "b"]}],
        groups=[{"name": "weather", "tools": ["t"], "matcher": contains("天气"), "owner": "ops"}],
    )


def test_a_rule_is_read_as_a_sentence_an_outline_and_json(reader: Client, weather: None) -> None:
    page = reader.get(f"/admin/catalog/matcherrule/{rule('r').pk}/change/").content.decode()

    assert "account has a value, and not (last user message contains x)" in page
    assert page.count('<ul class="rule-outline">') == 3
    assert "signed in" in page
    assert "&quot;kind&quot;: &quot;all&quot;" in page
    assert "a, b" in page
    assert "{&#x27;" not in page


def test_the_parameters_of_a_tool_are_read_as_json(reader: Client, weather: None) -> None:
    page = reader.get(f"/admin/catalog/tool/{tool('t').pk}/change/").content.decode()

    assert "&quot;城市&quot;: {" in page
    assert "{&#x27;" not in page


def test_an_outline_has_what_is_below_in_order() -> None:
    root = outline(BOTH)

    assert [node.asks[0].text for node in root.below] == ["account_id", "Not"]
    assert [node.asks[0].text for node in root.below[1].below] == ["The last user message"]


def test_a_change_is_told_in_words(weather: None) -> None:
    row = group("weather")
    row.matcher, row.enabled, row.tags, row.owner = contains("雪"), False, ["x", "y"], "us"
    save_with_history(row, by=None)

    told = {each.member: (each.words_before, each.words_after) for each in differences(Change.objects.latest("id"))}

    assert told == {
        "owner": ("", ""),
        "tags": ("", "x, y"),
        "matcher": ("last user message contains 天气", "last user message contains 雪"),
        "enabled": ("Yes", "No"),
    }


def test_what_comes_back_is_named_by_the_change_beside_it(browser: Client, weather: None) -> None:
    row = group("weather")
    row.title = "Weather"
    save_with_history(row, by=None, why="It had none")
    change = Change.objects.latest("id")

    page = browser.get(f"/admin/catalog/change/{change.pk}/revert/before/").content.decode()

    assert "Its state before the change of" in page
    assert "by the command line." in page
    assert "The reason given for that change: It had none" in page
