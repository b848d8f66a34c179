"""Cloning an object, and putting the clone in its place."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from tests.catalog.building import ALWAYS, contains, group, load, prompt, rule, shared, tool
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.cloning import clone, replace
from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.catalog.models import Change, Tool
from toolgroups_admin.catalog.references import users_of
from toolgroups_admin.catalog.saving import save_with_history


@pytest.fixture
def shop(db: Any) -> None:
    load(
        tools=[{"key": "old", "description": "d", "parameters": {"type": "object"}, "sensitive": True}, {"key": "x"}],
        rules=[{"name": "r", "definition": contains("a")}],
        groups=[
            {"name": "g", "tools": ["x", "old"], "matcher": {"kind": "not", "rule": shared("r")}},
            {"name": "h", "tools": ["old"], "matcher": {"kind": "any", "rules": [shared("r"), contains("b")]}},
        ],
        prompts=[{"name": "p", "groups": ["h", "g"], "tools": ["old"], "tool_choice": {"tool": "old"}}],
    )


def address_of(row: Any) -> str:
    return f"/admin/catalog/clone/{row.kind}/{row.pk}/"


def test_a_clone_has_everything_but_the_name(shop: None, ada: User) -> None:
    fresh = clone(group("g"), "g2", by=ada, why="again")

    members = {each["name"]: each for each in draft_document()["groups"]}
    assert members["g2"] == {**members["g"], "name": "g2"}
    entry = Change.objects.latest("id")
    assert (entry.identity, entry.by, entry.why, fresh.version) == ("g2", ada, "again", 1)


def test_users_that_were_named_take_the_clone_in_the_same_place(shop: None, ada: User) -> None:
    fresh = clone(tool("old"), "new", by=ada)

    replace(tool("old"), fresh, [group("g"), prompt("p")], by=ada, why="renamed")

    assert [link.tool.key for link in group("g").group_tools.all()] == ["x", "new"]
    assert prompt("p").tool_choice == {"tool": "new"}
    assert [user.identity for user in users_of(tool("old"))] == ["h"]
    assert [entry.identity for entry in Change.objects.filter(why="renamed").order_by("id")] == ["g", "p"]


def test_rules_that_name_a_shared_rule_name_its_clone(shop: None, ada: User) -> None:
    fresh = clone(rule("r"), "r2", by=ada)

    replace(rule("r"), fresh, [group("g"), group("h")], by=ada, why="")

    assert group("g").matcher == {"kind": "not", "rule": shared("r2")}
    assert group("h").matcher == {"kind": "any", "rules": [shared("r2"), contains("b")]}
    assert users_of(rule("r")) == []


def test_the_page_clones_replaces_and_deletes(browser: Client, shop: None) -> None:
    old = tool("old")
    users = [f"{user.kind}:{user.pk}" for user in users_of(old)]
    form = {"identity": "new", "users": users, "retire": "on", "why": "a better name"}

    answer = browser.post(address_of(old), form)

    assert answer["Location"] == f"/admin/catalog/tool/{tool('new').pk}/change/"
    assert not Tool.objects.filter(key="old").exists()
    assert {entry.why for entry in Change.objects.exclude(action="import")} == {"a better name"}


def test_what_is_still_used_is_not_deleted(browser: Client, shop: None) -> None:
    page = browser.post(address_of(tool("old")), {"identity": "new", "retire": "on"}, follow=True)

    assert "still used" in page.content.decode()
    assert Tool.objects.filter(key="old").exists()


@pytest.mark.parametrize(("identity", "said"), [("x", "already"), ("a\u0001b", "key"), ("", "required")])
def test_a_name_that_cannot_be_is_refused_and_the_page_stays(
    browser: Client, shop: None, identity: str, said: str
) -> None:
    answer = browser.post(address_of(tool("old")), {"identity": identity})

    assert said in str(answer.context["form"].errors)
    assert Tool.objects.count() == 2


def test_who_may_only_look_can_not_clone(db: Any, shop: None) -> None:
    client = Client()
    client.force_login(User.objects.create(username="guest", is_staff=True))

    assert client.post(address_of(tool("old")), {"identity": "new"}).status_code == 403


def test_there_is_no_clone_of_what_is_not_there(browser: Client, db: Any) -> None:
    assert browser.get("/admin/catalog/clone/nonsense/1/").status_code == 404
    assert browser.get("/admin/catalog/clone/tool/1/").status_code == 404


def test_a_new_object_may_begin_as_a_clone(browser: Client, shop: None) -> None:
    form = browser.get(f"/admin/catalog/toolgroup/add/?clone={group('g').pk}").context["adminform"].form

    assert form["name"].value() == "g-2"
    assert form["tools"].value() == "x\nold"
    assert '"kind": "not"' in form["matcher"].value()


@pytest.mark.parametrize("key", ["0", "nonsense", ""])
def test_a_clone_of_nothing_is_an_empty_form(browser: Client, shop: None, key: str) -> None:
    form = browser.get(f"/admin/catalog/toolgroup/add/?clone={key}").context["adminform"].form

    assert not form["name"].value()


def test_the_form_names_the_users_as_links(browser: Client, shop: None) -> None:
    page = browser.get(f"/admin/catalog/tool/{tool('old').pk}/change/").content.decode()

    assert all(f'href="/admin/catalog/toolgroup/{group(name).pk}/change/"' in page for name in "gh")
    assert f'href="/admin/catalog/prompt/{prompt("p").pk}/change/"' in page


def reader(*permissions: str) -> Client:
    """Somebody with these permissions and no more."""
    client = Client(headers={"accept-language": "en"})
    person = User.objects.create(username="reader", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(person)
    return client


def test_who_may_only_look_sees_what_is_in_it_and_no_clone(shop: None) -> None:
    client = reader("view_toolgroup", "view_prompt", "view_tool")

    seen_group = client.get(f"/admin/catalog/toolgroup/{group('g').pk}/change/").content.decode()
    seen_prompt = client.get(f"/admin/catalog/prompt/{prompt('p').pk}/change/").content.decode()
    listed = client.get("/admin/catalog/toolgroup/").content.decode()

    assert f'<a href="/admin/catalog/tool/{tool("old").pk}/change/">old</a>' in seen_group
    assert f'<a href="/admin/catalog/toolgroup/{group("h").pk}/change/">h</a>' in seen_prompt
    assert "Clone" not in seen_group
    assert "list-switch" not in listed


@pytest.mark.parametrize("form", [{"users": ["group"]}, {"retire": "on"}])
def test_what_the_person_may_not_do_is_not_done_by_a_clone(shop: None, form: dict[str, Any]) -> None:
    client = reader("view_tool", "add_tool")
    users = [f"group:{group(name).pk}" for name in "gh"] if "users" in form else []

    answer = client.post(address_of(tool("old")), {"identity": "new", **form, "users": users})

    assert answer.status_code == 403
    assert not Tool.objects.filter(key="new").exists()


def test_what_a_user_was_edited_to_meanwhile_stays(db: Any) -> None:
    load(tools=[{"key": "old"}], groups=[{"name": "g", "tools": ["old"], "matcher": ALWAYS}])
    as_it_was = group("g")
    edited = group("g")
    edited.title = "Edited meanwhile"
    save_with_history(edited, by=None)

    replace(tool("old"), clone(tool("old"), "new", by=None), [as_it_was], by=None, why="")

    assert (group("g").title, [str(link) for link in group("g").group_tools.all()]) == ("Edited meanwhile", ["new"])
