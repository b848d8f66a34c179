"""Language, and light or dark, are switched in the head of every page, also before signing in."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.person import Person

OTHER = {"zh-hans": ("en", "English"), "en": ("zh-hans", "简体中文")}


def test_the_language_is_switched_before_signing_in_and_stays(person: Person, page: Page, language: str) -> None:
    code, name = OTHER[language]
    page.goto("/admin/login/?next=/admin/")

    page.get_by_role("button", name=name).click()

    expect(page.locator("html")).to_have_attribute("lang", code)
    person.language = code
    person.sign_in()
    expect(page.locator("html")).to_have_attribute("lang", code)


@pytest.mark.in_language("zh-hans")
def test_light_and_dark_are_switched_and_stay(person: Person, page: Page) -> None:
    page.goto("/admin/login/?next=/admin/")
    expect(page.locator("html")).not_to_have_class("dark")

    person.press("Light or dark")

    expect(page.locator("html")).to_have_class("dark")
    page.reload()
    expect(page.locator("html")).to_have_class("dark")


@pytest.mark.in_language("en")
def test_a_second_click_sends_nothing_while_the_first_is_awaited(person: Person, page: Page) -> None:
    person.sign_in()
    page.goto("/admin/releases/environment/add/")

    sent = page.evaluate(
        """() => {
            const form = document.querySelector("form#environment_form");
            let sent = 0;
            window.addEventListener("submit", (event) => {
                sent += event.defaultPrevented ? 0 : 1;
                event.preventDefault();
            });
            for (let clicks = 0; clicks < 2; clicks += 1) form.requestSubmit(form.querySelector("[name=_save]"));
            return sent;
        }"""
    )

    assert sent == 1
