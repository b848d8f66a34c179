"""Publishing in the admin."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from tests.releases.editing import add_tool, contains, draft_has_weather, edit, remove
from tests.releases.pages import ADMIN, hidden_fields, publish_address, roll_back_address, signed_in, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.releases.models import Environment, Release
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


def test_the_publish_page_says_object_by_object_what_changes(browser: Client, production: Environment) -> None:
    group = draft_has_weather()
    spare = add_tool("spare")
    publish(production, by=None)
    edit(group, matcher=contains("rain", "snow"), system_prompt="Be brief.")
    add_tool("new")
    remove(spare)

    words = words_of(browser.get(publish_address(production)))

    assert "Live now: release 1. Publishing changes 3 objects:" in words
    assert "Tool “new” is new" in words
    assert "Tool “spare” is deleted" in words
    assert "Tool group “weather” changes" in words
    assert "Rule: keyword “snow” added" in words
    assert "System prompt is added" in words


def test_the_publish_page_speaks_chinese(ada: User, production: Environment) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    edit(group, matcher=contains("rain", "快递"), enabled=False)

    words = words_of(signed_in(ada, "zh-hans").get(publish_address(production)))

    assert "工具组“weather”有改动" in words
    assert "规则：新增关键词“快递”" in words
    assert "启用：已关闭" in words
    assert "发布到“生产”" in words


def test_the_button_publishes_with_the_comment_and_the_person(
    browser: Client, production: Environment, ada: User
) -> None:
    draft_has_weather()
    shown = browser.get(publish_address(production))

    answer = browser.post(publish_address(production), {**hidden_fields(shown), "comment": "first\nlines"}, follow=True)

    release = Release.objects.get()
    assert (release.number, release.author, release.comment) == (1, ada, "first\nlines")
    assert "Release 1 is live in production." in words_of(answer)
    assert Environment.objects.get(pk=production.pk).release == release


def test_what_somebody_published_meanwhile_is_told_and_the_comment_stays(
    browser: Client, production: Environment
) -> None:
    group = draft_has_weather()
    shown = browser.get(publish_address(production))
    publish(production, by=None)
    edit(group, matcher=contains("snow"))

    answer = browser.post(publish_address(production), {**hidden_fields(shown), "comment": "mine"})

    words = words_of(answer)
    assert "Release 1 went live while you were looking" in words
    assert answer.context["form"]["comment"].value() == "mine"
    assert "Tool group “weather” changes" in words
    assert Release.objects.count() == 1
    browser.post(publish_address(production), {**hidden_fields(answer), "comment": "mine"})
    assert Release.objects.count() == 2


def test_what_somebody_edited_meanwhile_is_told_and_not_published(browser: Client, production: Environment) -> None:
    group = draft_has_weather()
    shown = browser.get(publish_address(production))
    edit(group, matcher=contains("snow"))

    answer = browser.post(publish_address(production), {**hidden_fields(shown), "comment": "mine"})

    assert "Somebody edited the draft while you were looking" in words_of(answer)
    assert not Release.objects.exists()


def test_with_nothing_to_publish_there_is_no_button(browser: Client, production: Environment) -> None:
    draft_has_weather()
    publish(production, by=None)

    answer = browser.get(publish_address(production))

    assert "Live now: release 1. Nothing differs." in words_of(answer)
    assert 'name="comment"' not in answer.content.decode()


def test_publishing_twice_says_that_there_is_nothing_to_publish(browser: Client, production: Environment) -> None:
    draft_has_weather()
    publish(production, by=None)

    answer = browser.post(publish_address(production), {"expected": "1", "seen": "", "comment": ""})

    assert "Nothing differs from what is live, so there is nothing to publish." in words_of(answer)


def test_a_draft_that_does_not_compile_is_told_with_the_objects_name(browser: Client, production: Environment) -> None:
    draft_has_weather()
    edit(ToolGroup(name="lost"), matcher={"kind": "rule", "name": "nowhere"})
    shown = browser.get(publish_address(production))

    words = words_of(browser.post(publish_address(production), {**hidden_fields(shown), "comment": "mine"}))

    assert "This does not compile, which stops it:" in words
    assert "tool group “lost”, matcher" in words
    assert "nowhere" in words
    assert not Release.objects.exists()


def test_an_answer_without_what_was_seen_is_refused(browser: Client, production: Environment) -> None:
    draft_has_weather()

    assert browser.post(publish_address(production), {"comment": "x"}).status_code == 200
    assert not Release.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_may_not_publish_sees_no_publish_page(production: Environment, method: str) -> None:
    editor = User.objects.create(username="eve", is_staff=True)
    editor.user_permissions.set(
        Permission.objects.filter(content_type__app_label="releases").exclude(codename="publish")
    )
    browser = signed_in(editor)
    draft_has_weather()

    for address in (
        publish_address(production),
        roll_back_address(production, 1),
        f"{ADMIN}/environment/{production.pk}/roll-back/",
    ):
        assert getattr(browser, method)(address).status_code == 403
    assert not Release.objects.exists()
    assert browser.get(f"{ADMIN}/environment/").status_code == 200


def test_the_publisher_needs_no_more_than_the_permission(production: Environment) -> None:
    publisher = User.objects.create(username="pat", is_staff=True)
    publisher.user_permissions.set(
        Permission.objects.filter(codename__in=["publish", "view_environment", "view_release"])
    )
    browser = signed_in(publisher)
    draft_has_weather()

    shown = browser.get(publish_address(production))
    browser.post(publish_address(production), {**hidden_fields(shown), "comment": ""})

    assert Release.objects.get().author == publisher
