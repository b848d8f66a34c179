"""Who may open and do what: every address of the admin, for every role."""

import re
from fnmatch import fnmatch
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import resolve, reverse

from tests.gateway.providing import provider
from tests.house.test_admin_in_chinese import DOCUMENT, address, names
from tests.live_state import own_live_state
from tests.releases.connecting import connection, tool_context
from tests.releases.listening import mailbox, webhook
from tests.traffic.calls import tool_call
from toolgroups_admin.accounts.models import User
from toolgroups_admin.accounts.roles import Role
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.catalog.models import Kind, Tool
from toolgroups_admin.dryrun.batches.receiving import receive_scenarios
from toolgroups_admin.dryrun.erasing import erase
from toolgroups_admin.dryrun.keeping import keep
from toolgroups_admin.dryrun.scenarios import take
from toolgroups_admin.releases.delivering import send_test
from toolgroups_admin.releases.keys import make_key
from toolgroups_admin.releases.models import Environment, PublishRequest
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.switching import switch_off

__all__ = ["own_live_state"]

EDITOR, PUBLISHER, QA, AUDITOR, ADMINISTRATOR = Role
ALL = set(Role)
NOBODY: set[Role] = set()
# The first pattern that fits an address says who may open it; what is refused is answered with 403 whoever shows a link.
MAY: list[tuple[str, set[Role]]] = [
    ("index", ALL),
    ("app_list", ALL),
    ("jsi18n", ALL),
    ("password_change*", ALL),
    ("auth_user_password_change", {ADMINISTRATOR}),
    ("catalog_change_add", NOBODY),
    ("catalog_change_delete", NOBODY),
    ("catalog_change_revert", {EDITOR}),
    ("catalog_*_add", {EDITOR}),
    ("catalog_*_delete", {EDITOR}),
    ("catalog_*_changelist", ALL),
    ("catalog_*_change", ALL),
    ("catalog_*_history", ALL),
    ("releases_environment_publish", {PUBLISHER}),
    ("releases_environment_promote*", {PUBLISHER}),
    ("releases_release_bring_back", {EDITOR}),
    ("releases_environment_roll_back*", {PUBLISHER}),
    ("releases_environment_switch_off", {PUBLISHER}),
    ("releases_switch_lift", {PUBLISHER}),
    ("releases_environment_add", {ADMINISTRATOR}),
    ("releases_environment_delete", {ADMINISTRATOR}),
    ("releases_apikey_add", {ADMINISTRATOR}),
    ("releases_apikey_revoke", {ADMINISTRATOR}),
    ("releases_apikey_replace", {ADMINISTRATOR}),
    ("releases_apikey_delete", NOBODY),
    ("releases_apikey_*", {AUDITOR, ADMINISTRATOR}),
    ("releases_connection_add", {ADMINISTRATOR}),
    ("releases_connection_delete", {ADMINISTRATOR}),
    ("releases_connection_*", {AUDITOR, ADMINISTRATOR}),
    ("releases_toolcontext_add", {ADMINISTRATOR}),
    ("releases_toolcontext_delete", {ADMINISTRATOR}),
    ("releases_toolcontext_*", {AUDITOR, ADMINISTRATOR}),
    ("releases_webhook_add", {ADMINISTRATOR}),
    ("releases_webhook_delete", {ADMINISTRATOR}),
    ("releases_webhook_test", {ADMINISTRATOR}),
    ("releases_webhook_new_secret", {ADMINISTRATOR}),
    ("releases_webhook_*", {AUDITOR, ADMINISTRATOR}),
    ("releases_mailrecipient_add", {ADMINISTRATOR}),
    ("releases_mailrecipient_delete", {ADMINISTRATOR}),
    ("releases_mailrecipient_test", {ADMINISTRATOR}),
    ("releases_mailrecipient_*", {AUDITOR, ADMINISTRATOR}),
    ("releases_delivery_add", NOBODY),
    ("releases_delivery_delete", NOBODY),
    ("releases_delivery_again", {ADMINISTRATOR}),
    ("releases_delivery_*", {AUDITOR, ADMINISTRATOR}),
    ("releases_*_add", NOBODY),
    ("releases_*_delete", NOBODY),
    ("releases_*", ALL),
    ("dryrun_dryrun_add", NOBODY),
    ("dryrun_dryrun_delete", {QA}),
    ("dryrun_batch_add", {EDITOR, PUBLISHER, QA}),
    ("dryrun_batch_delete", {QA}),
    ("dryrun_erasure_add", {QA, ADMINISTRATOR}),
    ("dryrun_erasure_delete", NOBODY),
    ("dryrun_erasure_*", {QA, AUDITOR, ADMINISTRATOR}),
    ("dryrun_scenariochange_add", NOBODY),
    ("dryrun_scenariochange_delete", NOBODY),
    ("dryrun_scenariochange_back", {EDITOR, QA}),
    ("dryrun_scenario_add", {EDITOR, QA}),
    ("dryrun_scenario_delete", {EDITOR, QA}),
    ("dryrun_*", ALL),
    ("gateway_modelprovider_add", {ADMINISTRATOR}),
    ("gateway_modelprovider_delete", {ADMINISTRATOR}),
    ("gateway_*", {AUDITOR, ADMINISTRATOR}),
    ("traffic_*_add", NOBODY),
    ("traffic_*_delete", NOBODY),
    ("traffic_*", {AUDITOR, ADMINISTRATOR}),
    ("accounts_user_add", {ADMINISTRATOR}),
    ("accounts_user_delete", NOBODY),
    ("accounts_user_*", {AUDITOR, ADMINISTRATOR}),
    ("auth_group_add", NOBODY),
    ("auth_group_delete", NOBODY),
    ("auth_group_*", {AUDITOR, ADMINISTRATOR}),
]
# Addresses that say who may ask for them in tests of their own, or that everybody may ask for.
ELSEWHERE = {"autocomplete", "login", "logout", "search", "toggle_sidebar", "view_on_site"}


@pytest.fixture
def something(db: Any) -> None:
    """One object of each kind, whoever looks."""
    User.objects.create(username="anna")
    root = User.objects.create(username="root", is_staff=True, is_superuser=True)
    apply_import(plan_import(DOCUMENT), by=root)
    production = Environment.objects.get(name="production")
    publish(production, by=root)
    PublishRequest.objects.create(environment=production, base=1, digest="0" * 64, by=root)
    switch_off(production, Kind.GROUP, "g1", reason="r1", by=root)
    make_key(production, name="k1", scopes=["resolve"], by=root)
    connection(production)
    provider(production)
    tool_context(production, "p1")
    send_test(webhook(production, "http://127.0.0.1:1/"))
    mailbox(production)
    take(
        [
            {
                "name": "s1",
                "context": {"prompt": "p1"},
                "expect": {
                    "hits": ["g9"],
                    "misses": ["g1"],
                    "tools": ["t9"],
                    "absent_tools": ["t1"],
                    "system_prompt_has": ["9"],
                },
            }
        ],
        root,
    )
    keep({"prompt": "p1", "messages": []}, source="draft", by=root)
    take([{"name": "s1", "context": {"prompt": "p1"}, "expect": {"hits": ["g1"]}}], root)
    receive_scenarios(name="b1", by=root)
    erase("a1", by=root)
    tool_call()


def with_role(*roles: Role) -> Client:
    person = User.objects.create(username="-".join(roles) or "guest", is_staff=True)
    person.groups.set(Group.objects.filter(name__in=roles))
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def allowed(name: str) -> set[Role] | None:
    return next((roles for pattern, roles in MAY if fnmatch(name, pattern)), None)


def test_every_address_is_in_the_table() -> None:
    assert not [name for name in sorted(names() - ELSEWHERE) if allowed(name) is None]


@pytest.mark.parametrize("role", list(Role))
def test_a_role_opens_exactly_what_the_table_says(role: Role, something: None) -> None:
    client = with_role(role)
    found = {
        name: client.get(where, follow=True).status_code
        for name in sorted(names() - ELSEWHERE)
        if (where := address(name))
    }

    may = {name for name, status in found.items() if status == 200}

    assert set(found.values()) <= {200, 403}
    assert may == {name for name in found if role in (allowed(name) or NOBODY)}


def test_who_has_no_role_opens_nothing_but_the_first_page(something: None) -> None:
    client = with_role()
    found = {
        name: client.get(where, follow=True).status_code
        for name in sorted(names() - ELSEWHERE)
        if (where := address(name))
    }

    may = {name for name, status in found.items() if status == 200}

    assert may == {"index", "jsi18n", "password_change", "password_change_done"}


@pytest.mark.parametrize("role", [None, *Role])
def test_every_link_that_a_person_sees_opens(role: Role | None, something: None) -> None:
    """One link to each page: which object it leads to makes no difference."""
    client = with_role(*([role] if role else []))
    opened = pages_of(client)
    seen = {link for page in opened.values() for link in links_of(page)} - opened.keys()
    one_of_each = {resolve(link).view_name: link for link in sorted(seen)}

    refused = {link for link in one_of_each.values() if client.get(link).status_code not in {200, 302}}

    assert not refused


def pages_of(client: Client) -> dict[str, Any]:
    """The first page, the lists, and one object of each kind, as far as they open."""
    kinds = ("_changelist", "_change", "_history", "index")
    where = [address(name) for name in sorted(names()) if name.endswith(kinds)] + [
        reverse("catalog:problems"),
        reverse("dryrun:page"),
    ]
    pages = {address: client.get(address) for address in where if address}
    return {address: page for address, page in pages.items() if page.status_code == 200}


def links_of(page: Any) -> set[str]:
    found = re.findall(r'(?:href)="(/[^"#]*)"', page.content.decode())
    return {
        link.replace("&amp;", "&")
        for link in found
        if "/static/" not in link and "logout" not in link and "?" not in link
    }


@pytest.mark.parametrize("role", [role for role in Role if role is not EDITOR])
def test_only_an_editor_saves_and_deletes(role: Role, something: None) -> None:
    client = with_role(role)
    tool = Tool.objects.get()

    saved = client.post(f"/admin/catalog/tool/{tool.pk}/change/", {"key": "t1", "title": "changed"})
    deleted = client.post(f"/admin/catalog/tool/{tool.pk}/delete/", {"post": "yes"})
    client.post("/admin/catalog/tool/", {"action": "delete_selected", "_selected_action": [tool.pk], "post": "yes"})
    waived = client.post(
        reverse("catalog:waive"), {"kind": "tool", "identity": "t1", "rule": "tool_unused", "reason": "meant"}
    )

    assert {saved.status_code, deleted.status_code, waived.status_code} == {403}
    assert Tool.objects.get() == tool
    assert (Tool.objects.get().title, Tool.objects.get().version) == ("", tool.version)


@pytest.mark.parametrize("role", [None, *Role])
def test_only_a_publisher_publishes(role: Role | None, something: None) -> None:
    client = with_role(*([role] if role else []))
    Tool.objects.update(title="changed")
    production = Environment.objects.get(name="production")

    answer = client.post(reverse("admin:releases_environment_publish", args=[production.pk]), {"expected": 1})

    assert (answer.status_code == 403) == (role is not PUBLISHER)


@pytest.mark.parametrize("role", list(Role))
def test_a_read_only_page_has_no_way_to_save(role: Role, something: None) -> None:
    client = with_role(role)
    tool = Tool.objects.get()

    page = client.get(f"/admin/catalog/tool/{tool.pk}/change/").content.decode()

    assert ('name="_save"' in page) == (role is EDITOR)
    assert ('name="why"' in page) == (role is EDITOR)


def test_an_administrator_gets_no_further_by_another_account(something: None) -> None:
    client = with_role(ADMINISTRATOR)
    root, own = User.objects.get(username="root"), User.objects.get(username="administrator")

    taken_over = client.post(f"/admin/accounts/user/{root.pk}/password/", {"password1": "x", "password2": "x"})
    client.post(
        f"/admin/accounts/user/{own.pk}/change/",
        {"username": "administrator", "is_active": "on", "is_staff": "on", "is_superuser": "on", "email": "a@b.cn"},
    )

    own.refresh_from_db()
    assert taken_over.status_code == 403
    assert (own.is_superuser, own.email) == (False, "a@b.cn")


def test_an_administrator_gives_roles_by_their_titles(something: None) -> None:
    client = with_role(ADMINISTRATOR)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    tester = Group.objects.get(name="QA")
    typed = {"username": "eva", "usable_password": "true", "is_staff": "on", "groups": [tester.pk]}

    page = client.get("/admin/accounts/user/add/").content.decode()
    client.post("/admin/accounts/user/add/", typed | {"password1": "Correct-horse-7", "password2": "Correct-horse-7"})

    assert "测试员" in page
    assert list(User.objects.get(username="eva").groups.all()) == [tester]
    assert "测试员" in client.get("/admin/accounts/user/").content.decode()
