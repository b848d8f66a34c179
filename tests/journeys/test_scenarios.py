"""What must stay true is kept in one click, and a rule that breaks it is stopped at the gate."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.journeys.person import Person, at
from toolgroups_admin.dryrun import sources
from toolgroups_admin.dryrun.models import Scenario
from toolgroups_admin.releases.models import Environment, Release
from toolgroups_admin.releases.publishing import publish

SNOW = {"kind": "prompt_contains", "keywords": ["下雪"]}


@pytest.fixture(autouse=True)
def nothing_kept_compiled() -> Iterator[None]:
    sources.forget()
    yield
    sources.forget()


@pytest.fixture
def production(demo: None) -> Environment:
    """Where the demo is live."""
    environment = Environment.objects.get(name="production")
    publish(environment, by=None)
    return environment


def test_a_scenario_that_fails_stops_a_publish_and_says_why(person: Person, production: Environment) -> None:
    person.sign_in()
    page, gate = person.page, f"/admin/releases/environment/{production.pk}"
    page.goto(f"{gate}/change/")
    page.locator("[name=gate]").select_option("refuse")
    page.locator("[name=_save]").click()
    expect(page).to_have_url(at("/admin/releases/environment/"))

    person.try_out("介绍一下上海")
    person.sees_verdict("weather", "Miss")
    expect(page.locator(".dry-group").filter(has_text="weather").locator(".dry-why").first).to_contain_text("天气")
    person.try_out("上海天气怎么样")
    page.get_by_role("button", name=person.words("Save as scenario")).focus()  # before the answer is asked for
    person.sees_verdict("weather", "Hit")
    assert Scenario.objects.count() == 0
    person.press("Save as scenario")
    expect(page).to_have_url(at(r"/admin/dryrun/scenario/\d+/change/"))
    expect(page.locator("[name=hits]")).to_have_value("weather\nbasic")
    outcome = page.locator(".scenario-outcome")
    expect(outcome).to_contain_text(person.words("passes", "a scenario"))
    assert Scenario.objects.count() == 1
    _look_at(person, "scenario")

    person.edit_rule("weather", SNOW)
    page.goto("/admin/dryrun/scenario/check/")
    said = person.words("The group “{name}” must hit, and it does not.").format(name="weather")
    expect(page.locator("#content")).to_contain_text(said)
    _look_at(person, "check")

    page.goto(f"{gate}/publish/")
    expect(page.locator(".release-objections")).to_contain_text(said)
    expect(page.locator(".release-objections")).to_contain_text("“下雪”")
    _look_at(person, "gate")
    page.locator("#content").get_by_role("button", name=person.words("Publish"), exact=True).click()
    refusal = person.words(
        "Scenarios fail, and this environment refuses a release that breaks them. Nothing was published."
    )
    expect(page.locator("#content")).to_contain_text(refusal)
    assert Release.objects.count() == 1


def _look_at(person: Person, name: str) -> None:
    """No page of a scenario has a barrier of its own for people who cannot see or use a mouse."""
    found = (
        Axe()
        .run(person.page, context=".release-objections, .scenario-failures, #scenario_form, .release-page")
        .response
    )
    assert not [each["id"] for each in found["violations"] if each["impact"] in ("serious", "critical")], name
