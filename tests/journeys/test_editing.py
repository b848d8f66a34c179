"""Two people edit one group and neither loses anything; and somebody who only looks cannot save."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.catalog.building import ALWAYS, group, load
from tests.journeys.conftest import browsing
from tests.journeys.person import Person, at
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import ToolGroup

LIST = "/admin/catalog/toolgroup/"


@pytest.fixture
def weather(tables: None) -> ToolGroup:
    load(tools=[{"key": key} for key in "abc"], groups=[{"name": "weather", "tools": ["a", "b"], "matcher": ALWAYS}])
    return group("weather")


@pytest.fixture
def bob(
    chromium: Browser, language: str, live_server: LiveServer, complaints: list[str], person: Person
) -> Iterator[Person]:
    """Somebody else, at another browser."""
    User.objects.create_superuser("bob", password=Person.password)
    with browsing(chromium, live_server.url, language, complaints) as page:
        yield Person("bob", page, language)


def test_two_people_save_one_group_and_the_second_chooses(person: Person, bob: Person, weather: ToolGroup) -> None:
    for each in (person, bob):
        each.sign_in()
        open_form(each, weather)
    order_of(bob).locator("[data-identity=b]").get_by_role("button", name=bob.words("Move up")).click()
    bob.page.locator("[name=title]").fill("Theirs")
    save(bob)
    expect(bob.page).to_have_url(at(LIST))

    person.page.locator("[name=title]").fill("Mine")
    person.page.locator("[name=system_prompt]").fill("Mine alone")
    order_of(person).locator("[data-identity=a] [data-control=out]").click()
    save(person)
    expect(person.page.locator(".conflict")).to_contain_text("Theirs")
    expect(person.page.locator("[name=title]")).to_have_value("Mine")
    expect(person.page.locator("[name=system_prompt]")).to_have_value("Mine alone")
    choose(person, "title", "mine")
    choose(person, "tools", "theirs")
    person.press("Save as chosen")

    expect(person.page).to_have_url(at(LIST))
    saved = group("weather")
    assert (saved.title, saved.system_prompt) == ("Mine", "Mine alone")
    assert [link.tool.key for link in saved.group_tools.all()] == ["b", "a"]


def test_a_tester_sees_a_group_and_cannot_save_it(page: Page, language: str, weather: ToolGroup) -> None:
    qa = from_qa(page, language)
    qa.sign_in()
    open_form(qa, weather)

    expect(page.get_by_role("heading", name="weather")).to_be_visible()
    expect(page.locator("#content :is(input, textarea, select):not([type=hidden])")).to_have_count(0)
    expect(page.locator("[name=_save], [name=_continue], [name=_addanother], .deletelink")).to_have_count(0)
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    answer = page.request.post(page.url, form={"name": "weather", "title": "X", "csrfmiddlewaretoken": token})
    assert (answer.status, "CSRF" in answer.text()) == (403, False)
    assert group("weather").title == ""


def from_qa(page: Page, language: str) -> Person:
    """Somebody with the role QA."""
    user = User.objects.create_user("quinn", password=Person.password, is_staff=True)
    user.groups.set(Group.objects.filter(name="QA"))
    return Person("quinn", page, language)


def open_form(person: Person, row: ToolGroup) -> None:
    person.page.goto(f"{LIST}{row.pk}/change/")


def order_of(person: Person) -> Locator:
    return person.page.locator("[data-chooser][data-ready]")


def save(person: Person) -> None:
    person.page.locator("button[name=_save]").last.click()


def choose(person: Person, field: str, whose: str) -> None:
    person.page.locator(f"[name=choice-{field}][value={whose}]").check()
