"""What is done in the lists without opening an object."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.catalog.building import contains, document, group, load, shared
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import plan_import
from toolgroups_admin.catalog.models import Change, ToolGroup
from toolgroups_admin.catalog.switching import switch

LIST = "/admin/catalog/toolgroup/"


@pytest.fixture
def three(db: Any) -> None:
    load(
        tools=[{"key": "t"}, {"key": "idle"}],
        rules=[{"name": "r", "definition": contains("x")}],
        groups=[
            {"name": "a", "tools": ["t"], "matcher": shared("r")},
            {"name": "b", "enabled": False},
            {"name": "c"},
        ],
    )


def act(browser: Client, action: str, *names: str) -> Any:
    keys = [group(name).pk for name in names]
    return browser.post(LIST, {"action": action, "_selected_action": keys}, follow=True)


def enabled() -> list[str]:
    return [row.name for row in ToolGroup.objects.filter(enabled=True)]


def test_a_group_is_disabled_in_the_list_with_one_entry(browser: Client, ada: User, three: None) -> None:
    answer = browser.post(f"/admin/catalog/groups/{group('a').pk}/enabled/?q=a", {"enabled": "false"})

    assert answer["Location"] == f"{LIST}?q=a"
    assert enabled() == ["c"]
    [entry] = Change.objects.exclude(action="import")
    assert (entry.identity, entry.by) == ("a", ada)


def test_the_list_shows_a_switch_that_leads_back(browser: Client, three: None) -> None:
    page = browser.get(f"{LIST}?q=a").content.decode()

    assert f'formaction="/admin/catalog/groups/{group("a").pk}/enabled/?q=a"' in page
    assert 'aria-checked="true"' in page


def test_switching_to_what_is_already_so_makes_no_entry(browser: Client, three: None) -> None:
    browser.post(f"/admin/catalog/groups/{group('a').pk}/enabled/", {"enabled": "true"})

    assert not Change.objects.exclude(action="import").exists()


def test_a_switch_needs_the_right_to_change_and_a_post(browser: Client, three: None) -> None:
    guest = Client()
    guest.force_login(User.objects.create(username="guest", is_staff=True))
    address = f"/admin/catalog/groups/{group('a').pk}/enabled/"

    assert guest.post(address, {"enabled": "false"}).status_code == 403
    assert browser.get(address).status_code == 405
    assert enabled() == ["a", "c"]


def test_many_are_disabled_and_enabled_at_once(browser: Client, three: None) -> None:
    said = act(browser, "disable_selected", "a", "b", "c").content.decode()

    assert "2 groups are disabled now" in said
    assert enabled() == []
    act(browser, "enable_selected", "a", "b")
    assert enabled() == ["a", "b"]
    assert Change.objects.exclude(action="import").count() == 4


def test_switching_many_takes_the_same_queries_as_a_few(ada: User, three: None) -> None:
    load(groups=[{"name": f"g{number}"} for number in range(20)])
    few, many = [group("c").pk], [group(f"g{number}").pk for number in range(20)]

    counted = [queries_to_disable(keys, ada) for keys in (few, many)]

    assert counted[0] == counted[1]


def queries_to_disable(keys: list[int], by: User) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert switch(keys, enabled=False, by=by) == len(keys)
    return len(queries)


def test_an_export_holds_what_was_chosen_with_all_that_it_needs(browser: Client, three: None) -> None:
    answer = act(browser, "export_selected", "a")

    exported = json.loads(answer.content)
    assert [each["key"] for each in exported["tools"]] == ["t"]
    assert [each["name"] for each in exported["groups"]] == ["a"]
    assert [each["name"] for each in exported["rules"]] == ["r"]
    assert 'filename="groups.json"' in answer["Content-Disposition"]
    assert {step.outcome for step in plan_import(exported).steps} == {"unchanged"}
    assert set(exported) <= set(document(tools=[], rules=[], groups=[], prompts=[]))
