"""A problem: counted in the list as soon as it is made, said at its field, waived with a reason."""

import pytest
from playwright.sync_api import expect

from tests.journeys.person import Person

LETTER = {"kind": "prompt_contains", "keywords": ["天气", "雨"]}


@pytest.mark.usefixtures("demo")
def test_a_problem_is_counted_in_the_list_said_at_its_field_and_waived(person: Person) -> None:
    page = person.page
    person.sign_in()
    person.edit_rule("weather", LETTER)
    counted = page.locator("#result_list .problem-count.is-warning")
    expect(counted).to_have_text("1")

    counted.click()
    problem = page.locator(".problem").filter(has_text=person.words("Keyword of one character"))
    person.follow("rule", within=problem)
    expect(page.locator("#problems-at-matcher")).to_contain_text(person.words("Write the whole word."))

    page.go_back()
    problem.locator("summary").click()
    problem.locator("[name=reason]").fill("雨 is a word of its own")
    person.press("Waive", within=problem)

    expect(problem).to_have_count(0)
    page.goto("/admin/catalog/toolgroup/")
    expect(page.locator("#result_list").get_by_role("row").filter(has_text="weather")).to_contain_text("–")
