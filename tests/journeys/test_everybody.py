"""Every page can be read and used by everybody: axe finds nothing serious in light and dark, and a narrow screen is enough."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from tests.house.test_admin_in_chinese import address, names
from tests.journeys.person import Person
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Kind
from toolgroups_admin.dryrun.keeping import keep
from toolgroups_admin.releases.keys import make_key
from toolgroups_admin.releases.models import Environment, PublishRequest
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.switching import switch_off

NO_PAGES = re.compile(
    r"jsi18n|autocomplete|view_on_site|logout|login|search|auth_group_(add|delete|history)|_document$|_bring"
)
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "resultTypes": ["violations"]}
SERIOUS = {"serious", "critical"}
NARROW = ViewportSize(width=400, height=800)
WIDE = ViewportSize(width=1280, height=720)
WHO_STICKS_OUT = """[...document.querySelectorAll("body *")]
  .filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .slice(-1).map(each => each.outerHTML.slice(0, 160)).join()"""
WIDER_THAN_THE_WINDOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def language() -> str:
    """One language is enough: what is looked at is not the words."""
    return "zh-hans"


@pytest.fixture
def something(person: Person, demo: None) -> None:
    """One object of each kind."""
    by = User.objects.get()
    production = Environment.objects.get(name="production")
    publish(production, by=by, comment="first")
    PublishRequest.objects.create(environment=production, base=1, digest="0" * 64, by=by, needs_approval=True)
    make_key(production, name="k1", scopes=["resolve"], by=by)
    switch_off(production, Kind.GROUP, "weather", reason="r1", by=by)
    keep({"prompt": "customer-service", "messages": [{"role": "user", "content": "天气"}]}, source="draft", by=by)


def pages() -> list[str]:
    """Every page that is shown to somebody who may do everything; what only sends on or refuses is no page."""
    client = Client()
    client.force_login(User.objects.get())
    own = {where for name in names() if not NO_PAGES.search(name) and (where := address(name))}
    shown = {where for where in own if client.get(where).status_code == 200}
    return sorted({*shown, reverse("dryrun:page"), reverse("catalog:problems")})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_has_a_serious_fault_and_none_is_too_wide_for_a_phone(
    person: Person, something: None, theme: str
) -> None:
    page = person.page
    looked_at = pages()
    faults = faults_of(page, "/admin/login/", theme)
    person.sign_in()

    faults |= {fault for where in looked_at for fault in faults_of(page, where, theme)}

    assert len(looked_at) > 40
    assert "\n".join(sorted(faults)) == ""


def faults_of(page: Page, where: str, theme: str) -> set[str]:
    """The faults of a page, each by its rule and place; what is on every page counts once."""
    page.goto(where)
    page.evaluate(f"localStorage.setItem('adminTheme', JSON.stringify('{theme}'))")
    page.reload()
    expect(page.locator("html")).to_have_class(re.compile(theme) if theme == "dark" else re.compile(r"^(?!.*\bdark\b)"))
    page.wait_for_function("document.getAnimations().every(animation => animation.playState !== 'running')")
    found = {
        f"{violation['id']}: {node['target']} {node['html'][:160]}"
        for violation in Axe().run(page, options=RULES).response["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    }
    page.set_viewport_size(NARROW)
    if (too_wide := page.evaluate(WIDER_THAN_THE_WINDOW)) > 0:
        found.add(f"{too_wide} px too wide for a phone: {where} {page.evaluate(WHO_STICKS_OUT)}")
    page.set_viewport_size(WIDE)
    return found
