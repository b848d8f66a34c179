"""Whose an object is: narrowing lists to one's own, and leaving the others alone where owners alone may edit."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests.catalog.building import load, tool
from tests.catalog.test_admin_forms import form_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.accounts.roles import Role
from toolgroups_admin.catalog.models import Change, Tool
from toolgroups_admin.catalog.reverting import Moment


def editor(name: str, *further: Role) -> Client:
    person = User.objects.create(username=name, is_staff=True, first_name="三", last_name="张", email=f"{name}@b.cn")
    person.groups.set(Group.objects.filter(name__in=[Role.EDITOR, *further]))
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def page_of(key: str) -> str:
    return f"/admin/catalog/tool/{tool(key).pk}/change/"


def may_save(client: Client, key: str) -> bool:
    return b'name="_save"' in client.get(page_of(key)).content


@pytest.fixture
def tools(db: Any) -> None:
    owners = {"eva's": "eva", "by-mail": "eva@b.cn", "by-name": "张三", "team's": "payments", "nobody's": ""}
    load(tools=[{"key": key, "owner": owner} for key, owner in owners.items()])


@pytest.fixture
def by_owners(settings: Settings) -> None:
    settings.EDIT_BY_OWNERS = True


@pytest.mark.parametrize("kind", ["tool", "toolgroup", "matcherrule", "prompt"])
def test_every_list_is_narrowed_to_ones_own(tools: None, kind: str) -> None:
    listed = editor("eva").get(f"/admin/catalog/{kind}/?mine=yes").context["cl"].result_list

    assert [str(row) for row in listed] == (["by-mail", "by-name", "eva's"] if kind == "tool" else [])


def test_everybody_who_edits_edits_everything_by_default(tools: None) -> None:
    assert all(may_save(editor(name), key) for name, key in [("eva", "team's"), ("tom", "eva's")])


@pytest.mark.usefixtures("by_owners")
def test_where_owners_edit_the_others_read_with_the_reason(tools: None) -> None:
    eva = editor("eva")

    assert [key for key in ("eva's", "by-mail", "by-name", "nobody's") if not may_save(eva, key)] == []
    assert not may_save(eva, "team's")
    assert "owned by payments" in eva.get(page_of("team's")).content.decode()
    assert "owned by" not in eva.get(page_of("eva's")).content.decode()


@pytest.mark.usefixtures("by_owners")
def test_a_publisher_who_edits_edits_what_others_own(tools: None) -> None:
    assert may_save(editor("pia", Role.PUBLISHER), "team's")


@pytest.mark.usefixtures("by_owners")
def test_what_is_not_shown_is_refused_too(tools: None) -> None:
    client = editor("eva")
    key, pk = "team's", tool("team's").pk
    typed = form_of(client.get(page_of("eva's"))) | {"key": key, "title": "taken over"}
    bulk = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
    back = reverse("admin:catalog_change_revert", args=[Change.objects.get(identity=key).pk, Moment.AFTER])
    waiver = {"kind": "tool", "identity": key, "rule": "tool_unused", "reason": "meant"}

    answers = [
        client.post(page_of(key), typed),
        client.post(f"/admin/catalog/tool/{pk}/delete/", {"post": "yes"}),
        client.post("/admin/catalog/tool/", bulk),
        client.post(back, {"why": "x"}),
        client.post(reverse("catalog:waive"), waiver),
    ]

    assert [answer.status_code for answer in answers] == [403] * 5
    assert (Tool.objects.get(pk=pk).title, Tool.objects.get(pk=pk).version) == ("", 1)
