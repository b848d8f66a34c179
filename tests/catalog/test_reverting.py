"""Bringing back what was: by the verb, and by the pages of history."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from tests.catalog.building import ALWAYS, contains, group, load, rule, shared, tool
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change, Tool, ToolGroup
from toolgroups_admin.catalog.reverting import Moment, RevertRefused, revert
from toolgroups_admin.catalog.saving import delete, save_with_history

pytestmark = pytest.mark.django_db


def edited(row: ToolGroup | Tool, **columns: object) -> Change:
    for column, value in columns.items():
        setattr(row, column, value)
    change = save_with_history(row, by=None)
    assert change is not None
    return change


def page_of(change: Change, moment: str = "before") -> str:
    return reverse("admin:catalog_change_revert", args=[change.pk, moment])


@pytest.fixture
def weather(ada: User) -> ToolGroup:
    load(tools=[{"key": "a"}, {"key": "b"}], groups=[{"name": "weather", "tools": ["b", "a"], "matcher": ALWAYS}])
    return group("weather")


def test_the_state_before_a_change_comes_back_with_its_tools_and_an_entry_of_its_own(
    ada: User, weather: ToolGroup
) -> None:
    weather.group_tools.all().delete()
    change = edited(weather, title="new", matcher=contains("x"))

    entry = revert(change, Moment.BEFORE, by=ada, why="by mistake")

    back = group("weather")
    assert (back.title, back.matcher, [str(link) for link in back.group_tools.all()]) == ("", ALWAYS, ["b", "a"])
    assert entry is not None
    assert (entry.action, entry.by, entry.why) == (Change.Action.REVERT, ada, "by mistake")
    assert (entry.before_id, entry.after_id) == (change.after_id, change.before_id)
    assert back.version == weather.version + 1


def test_the_state_after_an_earlier_change_comes_back(weather: ToolGroup) -> None:
    first = edited(weather, title="first")
    edited(weather, title="second")

    revert(first, Moment.AFTER, by=None)

    assert group("weather").title == "first"


def test_what_is_so_already_makes_no_entry(weather: ToolGroup) -> None:
    change = edited(weather, title="new")
    entries = Change.objects.count()

    assert revert(change, Moment.AFTER, by=None) is None
    assert Change.objects.count() == entries


def test_what_was_deleted_is_made_again(ada: User) -> None:
    load(tools=[{"key": "gone", "title": "kept"}])
    change = delete(tool("gone"), by=None)

    entry = revert(change, Moment.BEFORE, by=ada)

    assert tool("gone").title == "kept"
    assert entry is not None
    assert entry.outcome == "created"


def test_a_name_comes_back_too_unless_it_is_taken(weather: ToolGroup) -> None:
    change = edited(weather, name="climate")

    revert(change, Moment.BEFORE, by=None)
    assert group("weather").pk == weather.pk

    change = edited(group("weather"), name="climate")
    load(groups=[{"name": "weather", "matcher": ALWAYS}])
    with pytest.raises(RevertRefused, match="another"):
        revert(change, Moment.BEFORE, by=None)


def test_a_name_that_is_fixed_by_now_stays(weather: ToolGroup) -> None:
    change = edited(weather, name="climate")
    load(prompts=[{"name": "p", "groups": ["climate"]}])

    with pytest.raises(RevertRefused, match="is used by"):
        revert(change, Moment.BEFORE, by=None)


def test_what_was_not_there_before_is_not_deleted_by_going_back(weather: ToolGroup) -> None:
    created = Change.objects.get(identity="weather")

    with pytest.raises(RevertRefused, match="delete"):
        revert(created, Moment.BEFORE, by=None)


def test_a_state_whose_references_are_gone_is_refused_and_the_page_names_them(
    browser: Client, weather: ToolGroup
) -> None:
    load(rules=[{"name": "r", "definition": ALWAYS}])
    edited(weather, matcher=shared("r"))
    change = edited(weather, matcher=ALWAYS)
    delete(rule("r"), by=None)

    page = browser.post(page_of(change), {"why": "x"})

    assert "does not fit into the draft" in page.content.decode()
    assert "“r”" in page.content.decode()
    assert group("weather").matcher == ALWAYS


def test_what_a_state_needs_and_was_deleted_is_led_to_and_comes_back_first(browser: Client, weather: ToolGroup) -> None:
    load(rules=[{"name": "r", "definition": ALWAYS}])
    edited(weather, matcher=shared("r"))
    change = edited(weather, matcher=ALWAYS)
    way = page_of(delete(rule("r"), by=None))
    shown = browser.get(page_of(change)).content.decode()

    browser.post(way, {"why": "needed again"})
    shown_then = browser.get(page_of(change)).content.decode()
    browser.post(page_of(change), {"why": "x"})

    assert f'<a href="{way}">Shared rule “r”</a>' in shown
    assert way not in shown_then
    assert group("weather").matcher == shared("r")


def test_the_page_shows_what_it_would_change_and_does_it_with_the_reason(
    browser: Client, ada: User, weather: ToolGroup
) -> None:
    change = edited(weather, title="by mistake")

    page = browser.get(page_of(change)).content.decode()
    done = browser.post(page_of(change), {"why": "put right"})

    assert "by mistake" in page
    assert done.headers["Location"] == f"/admin/catalog/toolgroup/{weather.pk}/history/"
    entry = Change.objects.first()
    assert entry is not None
    assert (entry.action, entry.by, entry.why, group("weather").title) == ("revert", ada, "put right", "")


def test_history_offers_the_ways_back_that_differ_from_now(browser: Client, weather: ToolGroup) -> None:
    created = Change.objects.get(identity="weather")
    change = edited(weather, title="new")
    listed = browser.get(f"/admin/catalog/toolgroup/{weather.pk}/history/").content.decode()
    entry = browser.get(f"/admin/catalog/change/{change.pk}/change/").content.decode()

    assert page_of(change) in listed
    assert page_of(change) in entry
    assert page_of(change, "after") not in listed
    assert page_of(created, "after") in listed
    assert page_of(created) not in listed


def test_what_was_deleted_is_brought_back_from_its_entry(browser: Client) -> None:
    load(tools=[{"key": "gone"}])
    change = delete(tool("gone"), by=None)

    entry = browser.get(f"/admin/catalog/change/{change.pk}/change/").content.decode()
    browser.post(page_of(change), {})

    assert page_of(change) in entry
    assert Tool.objects.filter(key="gone").exists()


def test_a_tester_neither_sees_a_way_back_nor_may_take_it(weather: ToolGroup) -> None:
    change = edited(weather, title="new")
    tester = User.objects.create(username="tom", is_staff=True)
    tester.groups.add(Group.objects.get(name="QA"))
    client = Client()
    client.force_login(tester)

    listed = client.get(f"/admin/catalog/toolgroup/{weather.pk}/history/").content.decode()

    assert page_of(change) not in listed
    assert client.post(page_of(change), {}).status_code == 403
    assert client.get(page_of(change, "sideways")).status_code == 404
    assert group("weather").title == "new"


def test_a_reason_for_deleting_is_asked_and_kept(browser: Client) -> None:
    load(tools=[{"key": "a"}, {"key": "b"}, {"key": "c"}])
    address = f"/admin/catalog/tool/{tool('a').pk}/delete/"
    bulk = {"action": "delete_selected", "_selected_action": [tool("b").pk, tool("c").pk]}

    asked = [browser.get(address), browser.post("/admin/catalog/tool/", bulk)]
    browser.post(address, {"post": "yes", "why": "old"})
    browser.post("/admin/catalog/tool/", bulk | {"post": "yes", "why": "old too"})

    assert all('name="why"' in page.content.decode() for page in asked)
    assert {(entry.identity, entry.why) for entry in Change.objects.filter(after=None)} == {
        ("a", "old"),
        ("b", "old too"),
        ("c", "old too"),
    }


def test_history_is_narrowed_by_kind_and_person(browser: Client, ada: User, bob: User) -> None:
    load(tools=[{"key": "by-nobody"}])
    save_with_history(Tool(key="by-ada"), by=ada)
    save_with_history(ToolGroup(name="by-bob", matcher=ALWAYS), by=bob)

    def listed(query: str) -> list[str]:
        return [change.identity for change in browser.get(f"/admin/catalog/change/?{query}").context["cl"].result_list]

    assert listed(f"by={ada.pk}") == ["by-ada"]
    assert listed("by=nobody") == ["by-nobody"]
    assert listed("kind__exact=group") == ["by-bob"]
    assert len(listed("by=strange")) == 3
