"""Choosing what to publish, promoting, comparing and bringing back in the admin."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from tests.releases.editing import add_tool, contains, draft_has_weather, edit
from tests.releases.pages import ADMIN, hidden_fields, publish_address, signed_in, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change, GroupTool, Tool, ToolGroup
from toolgroups_admin.releases.admin import shown_changes
from toolgroups_admin.releases.candidates import contents, draft
from toolgroups_admin.releases.models import Environment, Release
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def weather(production: Environment) -> ToolGroup:
    """The group `weather`, live in production."""
    group = draft_has_weather()
    publish(production, by=None)
    return group


def ticking(answer: Any, *identities: str) -> dict[str, Any]:
    """What a browser sends when only the boxes of these objects are ticked."""
    fields = hidden_fields(answer)
    return {**fields, "change": [box for box in fields["change"] if box.rpartition(":")[2] in identities]}


def test_what_is_not_ticked_stays_in_the_draft(
    browser: Client, production: Environment, weather: ToolGroup, ada: User
) -> None:
    edit(weather, matcher=contains("snow"))
    add_tool("one")
    add_tool("two")
    shown = browser.get(publish_address(production))

    browser.post(publish_address(production), {**ticking(shown, "weather"), "comment": "only this"})

    release = Release.objects.get(number=2)
    assert (release.author, release.comment) == (ada, "only this")
    left = browser.get(publish_address(production))
    assert [box.rpartition(":")[2] for box in hidden_fields(left)["change"]] == ["one", "two"]


def test_what_the_ticked_needs_is_ticked_and_told_before_anything_is_published(
    browser: Client, production: Environment, weather: ToolGroup
) -> None:
    GroupTool.objects.create(group=weather, tool=add_tool("new"), position=9)
    edit(weather)
    add_tool("other")
    shown = browser.get(publish_address(production))

    answer = browser.post(publish_address(production), {**ticking(shown, "weather"), "comment": "mine"})

    assert "What you ticked needs further changes, which are ticked now too: Tool “new”." in words_of(answer)
    assert [box.rpartition(":")[2] for box in hidden_fields(answer)["change"]] == ["new", "weather"]
    assert Release.objects.count() == 1
    browser.post(publish_address(production), {**hidden_fields(answer), "comment": "mine"})
    assert Release.objects.count() == 2


def test_the_page_says_which_prompts_are_affected_and_shows_both_states(
    browser: Client, production: Environment, weather: ToolGroup
) -> None:
    edit(weather, matcher=contains("rain", "快递"))

    words = words_of(browser.get(publish_address(production)))

    assert "Rule: keyword “快递” added 1 prompt affected: “support”" in words
    assert '"keywords": [ "rain", "快递" ]' in words


def test_nothing_ticked_is_told(browser: Client, production: Environment, weather: ToolGroup) -> None:
    edit(weather, matcher=contains("snow"))
    shown = browser.get(publish_address(production))

    answer = browser.post(publish_address(production), {**ticking(shown), "comment": ""})

    assert "Nothing is ticked." in words_of(answer)
    assert Release.objects.count() == 1


def test_a_fault_of_what_is_ticked_is_told_with_the_objects_name(
    browser: Client, production: Environment, weather: ToolGroup
) -> None:
    edit(ToolGroup(name="lost"), matcher={"kind": "rule", "name": "nowhere"})
    add_tool("fine")
    shown = browser.get(publish_address(production))

    answer = browser.post(publish_address(production), {**ticking(shown, "lost"), "comment": ""})

    assert "tool group “lost”, matcher" in words_of(answer)
    shown = browser.post(publish_address(production), {**ticking(shown, "fine"), "look": ""})
    browser.post(publish_address(production), {**hidden_fields(shown), "comment": ""})
    assert Release.objects.count() == 2


def test_changes_that_are_too_many_for_words_can_be_chosen_too(
    browser: Client, production: Environment, weather: ToolGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_changes, "MOST_SHOWN", 1)
    add_tool("one")
    add_tool("two")
    shown = browser.get(publish_address(production))
    assert "Tool “two” is new" in words_of(shown)

    browser.post(publish_address(production), {**ticking(shown, "two"), "comment": ""})

    assert "two" in [entry.identity for entry in contents(Release.objects.get(number=2)).entries]


@pytest.mark.parametrize("box", ["", "tool", "nothing::x"])
def test_what_is_no_box_of_ours_is_a_bad_request(
    browser: Client, production: Environment, weather: ToolGroup, box: str
) -> None:
    assert browser.post(publish_address(production), {"expected": "1", "change": [box]}).status_code == 400


def test_a_release_is_promoted_as_it_was_tried(
    browser: Client, production: Environment, staging: Environment, ada: User
) -> None:
    draft_has_weather()
    tried = publish(staging, by=None, comment="trial")
    choosing = browser.get(f"{ADMIN}/environment/{production.pk}/promote/")
    assert "Release 1 staging ·" in words_of(choosing)
    promoting = f"{ADMIN}/environment/{production.pk}/promote/1/"
    shown = browser.get(promoting)
    assert "Promoting changes 3 objects:" in words_of(shown)
    assert "ticked" not in words_of(shown)

    answer = browser.post(promoting, {**hidden_fields(shown), "comment": "tried"}, follow=True)

    assert "Release 1 is live in production." in words_of(answer)
    assert Environment.objects.get(pk=production.pk).release == tried
    assert production.publications.get().by == ada
    assert "This release is live there already." in words_of(
        browser.post(promoting, {**hidden_fields(browser.get(promoting)), "comment": ""})
    )


def test_the_page_of_a_release_leads_to_where_it_can_be_promoted(
    browser: Client, production: Environment, weather: ToolGroup, staging: Environment
) -> None:
    page = browser.get(f"{ADMIN}/release/{Release.objects.get().pk}/change/").content.decode()

    assert f"/environment/{staging.pk}/promote/1/" in page
    assert f"/environment/{production.pk}/promote/1/" not in page


def test_any_two_releases_and_the_draft_can_be_compared(
    browser: Client, production: Environment, weather: ToolGroup
) -> None:
    edit(weather, matcher=contains("snow"))
    publish(production, by=None, comment="Snow too")
    add_tool("new")
    compare = f"{ADMIN}/release/compare/"

    assert "Release 2 · production · Snow too" in words_of(browser.get(compare))
    assert "keyword “snow” added" in words_of(browser.get(compare))
    assert "keyword “snow” removed" in words_of(browser.get(compare, {"before": "2", "after": "1"}))
    with_draft = words_of(browser.get(compare, {"before": "1", "after": "draft"}))
    assert "2 objects differ: Tool “new” is new" in with_draft
    assert "Tool group “weather” changes Rule: keyword “snow” added" in with_draft
    assert "Select a valid choice" in words_of(browser.get(compare, {"before": "7", "after": "1"}))


def test_a_release_leads_to_its_comparison_with_the_draft(browser: Client, weather: ToolGroup) -> None:
    answer = browser.get(f"{ADMIN}/release/{Release.objects.get().pk}/compare/")

    assert answer.headers["Location"] == f"{ADMIN}/release/compare/?before=1&after=draft"


def test_without_any_release_there_is_nothing_to_compare(browser: Client) -> None:
    assert "Nothing differs." in words_of(browser.get(f"{ADMIN}/release/compare/"))


def test_one_object_of_a_release_is_brought_back(browser: Client, weather: ToolGroup, ada: User) -> None:
    edit(weather, matcher=contains("snow"))
    edit(Tool.objects.get(), description="new words")
    address = f"{ADMIN}/release/{Release.objects.get().pk}/bring-back/"
    shown = browser.get(address)
    assert "2 objects of the draft differ from the release." in words_of(shown)

    answer = browser.post(address, {**ticking(shown, "weather"), "comment": "it was better"}, follow=True)

    assert "1 object of the draft is as in release 1." in words_of(answer)
    weather.refresh_from_db()
    assert weather.matcher == contains("rain")
    assert Tool.objects.get().description == "new words"
    latest = Change.objects.first()
    assert latest is not None
    assert (latest.action, latest.by, latest.why) == ("revert", ada, "it was better")


def test_what_an_object_needs_to_come_back_is_ticked_and_told(browser: Client, weather: ToolGroup) -> None:
    GroupTool.objects.all().delete()
    edit(weather)
    tool = Tool.objects.get()
    tool.delete()
    address = f"{ADMIN}/release/{Release.objects.get().pk}/bring-back/"
    shown = browser.get(address)

    answer = browser.post(address, {**ticking(shown, "weather"), "comment": ""})

    assert "ticked now too: Tool “get_weather”." in words_of(answer)
    browser.post(address, {**hidden_fields(answer), "comment": ""})
    assert draft() == contents(Release.objects.get())


def test_nothing_ticked_to_bring_back_and_what_does_not_compile_are_told(browser: Client, weather: ToolGroup) -> None:
    edit(weather, matcher=contains("snow"))
    release = Release.objects.get()
    address = f"{ADMIN}/release/{release.pk}/bring-back/"
    shown = browser.get(address)
    assert "Nothing is ticked." in words_of(browser.post(address, {**ticking(shown), "comment": ""}))
    too_long = browser.post(address, {**hidden_fields(shown), "comment": "x" * 2001})
    assert "at most 2000 characters" in words_of(too_long)
    release.fragments.filter(kind="tool").delete()

    answer = browser.post(address, {**hidden_fields(browser.get(address)), "comment": ""})

    assert "tool group “weather”, tools[0]" in words_of(answer)
    assert ToolGroup.objects.get().matcher == contains("snow")


def test_who_may_not_edit_everything_cannot_bring_back_and_who_may_not_publish_cannot_promote(
    production: Environment, weather: ToolGroup
) -> None:
    reader = User.objects.create(username="eve", is_staff=True)
    reader.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    browser = signed_in(reader)
    number = Release.objects.get().pk

    for address in (
        f"{ADMIN}/release/{number}/bring-back/",
        f"{ADMIN}/environment/{production.pk}/promote/",
        f"{ADMIN}/environment/{production.pk}/promote/1/",
    ):
        assert browser.get(address).status_code == browser.post(address).status_code == 403
    assert browser.get(f"{ADMIN}/release/compare/").status_code == 200


def test_the_pages_speak_chinese(ada: User, production: Environment, weather: ToolGroup) -> None:
    edit(weather, matcher=contains("rain", "快递"))
    browser = signed_in(ada, "zh-hans")

    publishing = words_of(browser.get(publish_address(production)))
    comparing = words_of(browser.get(f"{ADMIN}/release/compare/", {"before": "1", "after": "draft"}))

    assert "影响 1 个提示词：“support”" in publishing
    assert "未勾选的改动留在草稿中" not in publishing
    assert "比较发布版本" in comparing
