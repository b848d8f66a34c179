"""Publishing and rolling back in the admin."""

import json

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from tests.releases.editing import add_tool, contains, draft_has_weather, edit, remove
from tests.releases.pages import ADMIN, hidden_fields, signed_in, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.releases.models import Environment, Publication, Release
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.rolling_back import roll_back

pytestmark = pytest.mark.django_db


def publish_address(environment: Environment) -> str:
    return f"{ADMIN}/environment/{environment.pk}/publish/"


def roll_back_address(environment: Environment, number: int) -> str:
    return f"{ADMIN}/environment/{environment.pk}/roll-back/{number}/"


@pytest.fixture
def browser(ada: User) -> Client:
    return signed_in(ada)


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

    assert "Publishing changes 0 objects: Nothing differs." in words_of(answer)
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

    assert "This does not compile, so it was not made live:" in words
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


def test_the_roll_back_page_says_what_changes_and_the_button_does_it(
    browser: Client, production: Environment, ada: User
) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, matcher=contains("snow"))
    publish(production, by=None)

    chosen = words_of(browser.get(f"{ADMIN}/environment/{production.pk}/roll-back/"))
    shown = browser.get(roll_back_address(production, 1))
    browser.post(roll_back_address(production, 1), {**hidden_fields(shown), "comment": "too cold"})

    assert "Release 1" in chosen
    assert "Release 2" not in chosen
    assert "Rule: keyword “rain” added Rule: keyword “snow” removed" in words_of(shown)
    latest = Publication.objects.first()
    assert latest is not None
    assert (latest.action, latest.release, latest.by, latest.comment) == ("roll_back", first, ada, "too cold")


def test_rolling_back_says_what_was_published_meanwhile(browser: Client, production: Environment) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    edit(group, matcher=contains("snow"))
    publish(production, by=None)
    shown = browser.get(roll_back_address(production, 1))
    edit(group, matcher=contains("hail"))
    publish(production, by=None)

    answer = browser.post(roll_back_address(production, 1), {**hidden_fields(shown), "comment": "mine"})

    assert "Release 3 went live while you were looking" in words_of(answer)
    assert Environment.objects.get(pk=production.pk).release == Release.objects.get(number=3)


@pytest.mark.parametrize(
    ("number", "reason"), [(1, "This release is live there already."), (2, "This release was never live there")]
)
def test_what_cannot_be_rolled_back_to_is_told(
    browser: Client, production: Environment, staging: Environment, number: int, reason: str
) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    edit(group, enabled=False)
    publish(staging, by=None)

    answer = browser.post(roll_back_address(production, number), {"expected": "1", "comment": ""})

    assert reason in words_of(answer)


def test_a_release_that_no_longer_compiles_is_told_and_not_rolled_back_to(
    browser: Client, production: Environment
) -> None:
    group = draft_has_weather()
    publish(production, by=None).fragments.filter(kind="tool").delete()
    edit(group, enabled=False)
    publish(production, by=None)

    answer = browser.post(roll_back_address(production, 1), {"expected": "2", "comment": ""})

    assert "This does not compile" in words_of(answer)
    assert "tool group “weather”, tools" in words_of(answer)


def test_with_nothing_to_roll_back_to_the_page_says_so(browser: Client, production: Environment) -> None:
    answer = browser.get(f"{ADMIN}/environment/{production.pk}/roll-back/")

    assert "Nothing is live here yet." in words_of(answer)
    assert "No other release was live here before." in words_of(answer)


def test_a_release_shows_where_it_is_live_what_it_changed_and_the_way_back(
    browser: Client, production: Environment, ada: User
) -> None:
    group = draft_has_weather()
    first = publish(production, by=ada, comment="the first")
    edit(group, matcher=contains("snow"))
    second = publish(production, by=ada)

    old, new = (browser.get(f"{ADMIN}/release/{release.pk}/change/") for release in (first, second))

    assert "the first" in words_of(old)
    assert roll_back_address(production, 1) in old.content.decode()
    assert "Tool group “weather” is new" in words_of(old)
    assert roll_back_address(production, 2) not in new.content.decode()
    assert "Rule: keyword “snow” added" in words_of(new)


def test_the_document_of_a_release_can_be_downloaded(browser: Client, production: Environment) -> None:
    draft_has_weather()
    release = publish(production, by=None)

    answer = browser.get(f"{ADMIN}/release/{release.pk}/document/")

    assert json.loads(answer.content) == draft_document()
    assert 'filename="release-1.json"' in answer["Content-Disposition"]


@pytest.mark.parametrize("kind", ["release", "publication"])
def test_nobody_makes_edits_or_deletes_history(browser: Client, production: Environment, kind: str) -> None:
    draft_has_weather()
    publish(production, by=None)
    number = (Release if kind == "release" else Publication).objects.get().pk

    assert browser.get(f"{ADMIN}/{kind}/add/").status_code == 403
    assert browser.get(f"{ADMIN}/{kind}/{number}/delete/").status_code == 403
    assert browser.post(f"{ADMIN}/{kind}/{number}/change/", {"comment": "x"}).status_code == 403


def test_the_name_of_an_environment_is_fixed_and_its_title_is_not(browser: Client, production: Environment) -> None:
    address = f"{ADMIN}/environment/{production.pk}/change/"

    browser.post(address, {"name": "other", "title": "Shop", "order": "30"})

    production.refresh_from_db()
    assert (production.name, str(production)) == ("production", "Shop")


@pytest.mark.parametrize("name", ["Big", "a b", "-a", "", "a/b"])
def test_the_name_of_a_new_environment_stands_in_addresses_and_keys(browser: Client, name: str) -> None:
    answer = browser.post(f"{ADMIN}/environment/add/", {"name": name, "title": "", "order": "5"})

    assert answer.status_code == 200
    assert not Environment.objects.filter(order=5).exists()


def test_an_environment_with_a_history_cannot_be_deleted(browser: Client, production: Environment) -> None:
    draft_has_weather()
    publish(production, by=None)

    browser.post(f"{ADMIN}/environment/{production.pk}/delete/", {"post": "yes"})

    assert Environment.objects.filter(pk=production.pk).exists()


def test_every_page_says_how_many_changes_are_not_published(browser: Client, production: Environment) -> None:
    draft_has_weather()
    before = words_of(browser.get("/admin/"))
    publish(production, by=None)
    after = words_of(browser.get("/admin/catalog/tool/"))
    add_tool("new")

    answer = browser.get("/admin/catalog/tool/")

    assert "3 changes not published" in before
    assert "not published" not in after
    assert "1 change not published" in words_of(answer)
    assert f'href="{publish_address(production)}"' in answer.content.decode()


def test_the_sign_in_page_says_nothing_of_changes(production: Environment) -> None:
    draft_has_weather()

    answer = Client().get("/admin/login/")

    assert answer.status_code == 200
    assert "not published" not in words_of(answer)


def test_rolled_back_changes_count_as_not_published(browser: Client, production: Environment) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, enabled=False)
    publish(production, by=None)
    roll_back(production, to=first, by=None)

    assert "1 change not published" in words_of(browser.get("/admin/"))
