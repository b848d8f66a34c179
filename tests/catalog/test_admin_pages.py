"""Lists, deleting (field case 36) and history (38) in the admin, in both languages, with their query counts."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.catalog.building import contains, group, load, prompt, rule, shared, tool
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change, Tool, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history

KINDS = ["tool", "toolgroup", "matcherrule", "prompt"]
MOST_QUERIES = 10


def fill(size: int) -> None:
    tools = [
        {"key": f"tool-{number}", "owner": f"team-{number % 3}", "tags": [f"t{number % 4}"]} for number in range(size)
    ]
    keys = [tool["key"] for tool in tools]
    load(
        tools=tools,
        rules=[{"name": f"rule-{number}", "definition": contains("x")} for number in range(size)],
        groups=[
            {"name": f"group-{number}", "tools": keys[: number % 5], "matcher": shared("rule-0")}
            for number in range(size)
        ],
        prompts=[{"name": f"prompt-{number}", "groups": ["group-0"], "tools": keys[:1]} for number in range(size)],
    )


def queries_of(browser: Client, address: str) -> int:
    browser.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(address).status_code == 200
    return len(queries)


@pytest.mark.parametrize("kind", [*KINDS, "change"])
def test_a_list_of_any_length_takes_the_same_number_of_queries(browser: Client, kind: str) -> None:
    fill(2)
    few = queries_of(browser, f"/admin/catalog/{kind}/")
    fill(30)

    many = queries_of(browser, f"/admin/catalog/{kind}/")

    assert many == few <= MOST_QUERIES


def test_the_form_of_a_group_takes_the_same_number_of_queries_whatever_it_holds(browser: Client, db: Any) -> None:
    keys = [f"t{number}" for number in range(20)]
    load(
        tools=[{"key": key} for key in keys],
        groups=[{"name": "few", "tools": keys[:1]}, {"name": "many", "tools": keys}],
    )

    few = queries_of(browser, f"/admin/catalog/toolgroup/{group('few').pk}/change/")
    many = queries_of(browser, f"/admin/catalog/toolgroup/{group('many').pk}/change/")

    assert many == few


def test_lists_show_counts_and_search_and_sort_by_them(browser: Client, db: Any) -> None:
    load(
        tools=[{"key": "idle"}, {"key": "busy"}],
        groups=[{"name": "g1", "tools": ["busy"]}, {"name": "g2", "tools": ["busy"]}],
        prompts=[{"name": "p", "tools": ["busy"]}],
    )

    listed = browser.get("/admin/catalog/tool/?o=-4").context["cl"].result_list
    found = browser.get("/admin/catalog/tool/?q=idl").context["cl"].result_list

    assert [(row.key, row.groups_with_it, row.prompts_with_it) for row in listed] == [("busy", 2, 1), ("idle", 0, 0)]
    assert [row.key for row in found] == ["idle"]


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("tag=VIP", ["upper"]),
        ("tag=vip", ["lower", "second"]),
        ("owner=ops", ["upper"]),
        ("executor=python", ["second"]),
        ("executor=client", ["lower", "upper"]),
        ("sensitive__exact=1", ["lower"]),
    ],
)
def test_filters_of_tools(browser: Client, db: Any, query: str, keys: list[str]) -> None:
    load(
        tools=[
            {"key": "upper", "tags": ["VIP"], "owner": "ops"},
            {"key": "lower", "tags": ["vip"], "sensitive": True},
            {"key": "second", "tags": ["x", "vip"], "executor": {"kind": "python", "function": "f"}},
        ]
    )
    Tool.objects.filter(key__in=["upper", "lower"]).update(executor={"kind": "client"})

    listed = browser.get(f"/admin/catalog/tool/?{query}").context["cl"].result_list

    assert sorted(row.key for row in listed) == keys


def test_groups_are_filtered_by_what_their_rule_uses(browser: Client, db: Any) -> None:
    load(groups=[{"name": "a", "matcher": {"kind": "not", "rule": contains("x")}}, {"name": "b"}])

    listed = browser.get("/admin/catalog/toolgroup/?rule_kind=prompt_contains").context["cl"].result_list

    assert [row.name for row in listed] == ["a"]


@pytest.mark.parametrize("way", ["one", "bulk"])
def test_what_is_in_use_is_not_deleted_and_the_page_lists_its_users(browser: Client, db: Any, way: str) -> None:
    load(tools=[{"key": "t"}], groups=[{"name": "user-of-t", "tools": ["t"]}])
    pk = tool("t").pk
    if way == "one":
        answer = browser.post(f"/admin/catalog/tool/{pk}/delete/", {"post": "yes"})
    else:
        bulk = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
        answer = browser.post("/admin/catalog/tool/", bulk)

    assert "user-of-t" in answer.content.decode()
    assert Tool.objects.filter(pk=pk).exists()


def test_deleting_in_bulk_makes_one_entry_each(browser: Client, ada: User) -> None:
    load(tools=[{"key": "a"}, {"key": "b"}])
    bulk = {"action": "delete_selected", "_selected_action": [row.pk for row in Tool.objects.all()], "post": "yes"}

    browser.post("/admin/catalog/tool/", bulk)

    entries = Change.objects.filter(after=None)
    assert {(entry.identity, entry.by) for entry in entries} == {("a", ada), ("b", ada)}


def test_the_history_of_an_object_shows_each_change_member_by_member(browser: Client, ada: User) -> None:
    load(groups=[{"name": "g", "title": "before"}])
    row = group("g")
    row.title = "after"
    save_with_history(row, by=ada, why="because")

    page = browser.get(f"/admin/catalog/toolgroup/{row.pk}/history/").content.decode()

    assert all(word in page for word in ["before", "after", "because", "ada", "title"])


def test_a_change_is_shown_and_cannot_be_edited(browser: Client, db: Any) -> None:
    load(tools=[{"key": "t", "title": "shown"}])
    address = f"/admin/catalog/change/{Change.objects.get().pk}/change/"

    assert "shown" in browser.get(address).content.decode()
    assert browser.post(address, {"why": "forged"}).status_code == 403


def test_every_page_is_served_in_english_too(ada: User) -> None:
    fill(1)
    rows = [tool("tool-0"), group("group-0"), rule("rule-0"), prompt("prompt-0")]
    addresses = ["/admin/", "/admin/accounts/user/", f"/admin/accounts/user/{ada.pk}/change/", "/admin/catalog/change/"]
    for row, kind in zip(rows, KINDS, strict=False):
        base = f"/admin/catalog/{row._meta.model_name}/"
        addresses += [
            base,
            f"{base}add/",
            f"{base}{row.pk}/change/",
            f"{base}{row.pk}/history/",
            f"{base}{row.pk}/delete/",
        ]
        assert row._meta.model_name in KINDS, kind

    client = Client(headers={"accept-language": "en"})
    client.force_login(ada)
    for address in addresses:
        page = client.get(address)
        assert page.status_code == 200, address
        assert "Tool groups" in page.content.decode(), address
        assert re.search('<html[^>]* lang="en"', page.content.decode()), address


def test_2000_groups_with_long_prompts_are_not_read_for_a_list(browser: Client, db: Any) -> None:
    load(groups=[{"name": "g", "system_prompt": "long" * 1000}])

    browser.get("/admin/catalog/toolgroup/")  # the draft's problems are looked at once
    with CaptureQueriesContext(connection) as queries:
        browser.get("/admin/catalog/toolgroup/")

    assert not any("system_prompt" in query["sql"] for query in queries)
    assert ToolGroup.objects.count() == 1
