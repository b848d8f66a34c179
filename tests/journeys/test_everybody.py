"""Every page can be read and used by everybody: axe finds nothing serious, a narrow screen and a keyboard are enough.

Chinese is looked at in light on a wide screen and English in dark on a narrow one; either language must fit both.
"""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.fixtures import Settings

from tests.house.test_admin_in_chinese import address, names
from tests.journeys.person import Person
from tests.releases.connecting import connection, tool_context
from tests.releases.listening import mailbox, webhook
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Kind, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history
from toolgroups_admin.dryrun.batches.receiving import receive_scenarios
from toolgroups_admin.dryrun.keeping import keep
from toolgroups_admin.dryrun.models import Batch, DryRun
from toolgroups_admin.dryrun.scenarios import take
from toolgroups_admin.releases.delivering import send_test
from toolgroups_admin.releases.keys import make_key
from toolgroups_admin.releases.models import Environment, PublishRequest
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.switching import switch_off

NO_PAGES = re.compile(
    r"jsi18n|autocomplete|view_on_site|logout|login|search|auth_group_(add|delete|history)|_document$|_draft_faults$|_bring"
)
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "resultTypes": ["violations"]}
PARTS = 3  # so that no process walks on when the others have nothing left to do
SERIOUS = {"serious", "critical"}
NARROW = ViewportSize(width=400, height=800)
WIDE = ViewportSize(width=1360, height=800)
LOOKS = {"zh-hans": ("light", WIDE), "en": ("dark", NARROW)}
WHO_STICKS_OUT = """[...document.querySelectorAll("body *")]
  .filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .slice(-1).map(each => each.outerHTML.slice(0, 160)).join()"""
WIDER_THAN_THE_WINDOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OUT_OF_REACH = """[...document.querySelectorAll("[x-on\\\\:click]")]
  .filter(each => each.tabIndex < 0 && each.textContent.trim() && !each.querySelector("a[href], button"))
  .map(each => each.outerHTML.slice(0, 160))"""
TEXT = "帮我查询订单 AF20260001，再看看上海天气"


@pytest.fixture
def something(person: Person, demo: None) -> User:
    """One object of each kind, and who made them."""
    by = User.objects.get()
    production = Environment.objects.get(name="production")
    publish(production, by=by, comment="first")
    PublishRequest.objects.create(environment=production, base=1, digest="0" * 64, by=by, needs_approval=True)
    make_key(production, name="k1", scopes=["resolve"], by=by)
    switch_off(production, Kind.GROUP, "weather", reason="r1", by=by)
    asked = {"prompt": "customer-service", "messages": [{"role": "user", "content": TEXT}]}
    keep(asked, source="draft", by=by)
    connection(production)
    tool_context(production)
    send_test(webhook(production, "https://127.0.0.1:1/"))
    mailbox(production)
    take([{"name": "s1", "context": asked, "expect": {"hits": ["order", "vip"], "tools": ["t9"]}}], by)
    receive_scenarios(name="b1", by=by)
    return by


def pages() -> list[str]:
    """Where somebody who may do everything finds a page, is sent on or is refused."""
    own = {where for name in names() if not NO_PAGES.search(name) and (where := address(name))}
    kept = reverse("dryrun:kept", args=[DryRun.objects.get().pk])
    batch = reverse("dryrun:batches:batch", args=[Batch.objects.get().pk])
    covered = reverse("dryrun:group_coverage", args=["order"])
    others = (reverse(f"dryrun:{name}") for name in ("page", "batches:new", "coverage"))
    return sorted({*own, kept, batch, covered, *others, reverse("catalog:problems")})


@pytest.mark.parametrize("part", range(PARTS))
def test_no_page_has_a_serious_fault_and_none_is_too_wide_for_a_phone(
    person: Person, something: User, language: str, complaints: list[str], part: int
) -> None:
    page = person.page
    look(page, language)
    page.goto("/admin/login/")
    faults, shown = faults_of(page, language), 0
    person.sign_in()

    for where in pages()[part::PARTS]:
        answer = page.goto(where)
        if answer and answer.ok and not answer.request.redirected_from:
            faults |= faults_of(page, language)
            shown += 1

    assert shown > 60 / PARTS
    assert "\n".join(sorted(faults)) == ""
    forget_refusals(complaints)


def test_no_answer_that_says_no_has_a_serious_fault(
    person: Person, something: User, language: str, complaints: list[str], settings: Settings
) -> None:
    page = person.page
    look(page, language)
    sign_in_wrongly(page)
    faults = faults_of(page, language)
    person.sign_in()

    for meet in (a_refusal, nothing, faults_in_a_form, a_conflict, a_new_key, the_door_from_outside):
        meet(page)
        faults |= faults_of(page, language)
    settings.AXES_FAILURE_LIMIT = 1
    sign_in_wrongly(page)
    faults |= faults_of(page, language)

    assert "\n".join(sorted(faults)) == ""
    forget_refusals(complaints)


def test_the_menu_and_the_filters_of_a_list_open_by_keyboard(person: Person, something: User, language: str) -> None:
    page = person.page
    look(page, "en")
    person.sign_in()
    page.goto("/admin/catalog/tool/")

    page.get_by_role("button", name=person.words("Show or hide the menu")).press("Enter")
    expect(page.get_by_role("link", name=person.words("History"))).to_be_visible()
    page.get_by_role("button", name=person.words("Close the menu")).press("Enter")
    page.get_by_role("button", name=person.words("Filters")).press("Enter")

    expect(page.locator("#changelist-filter")).to_be_visible()


def look(page: Page, language: str) -> None:
    """From now on pages are light or dark, and as wide, as they are looked at in this language."""
    theme, size = LOOKS[language]
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    of_ours = "location.protocol === 'http:'"  # and not about:blank, which has no storage
    page.add_init_script(f"if ({of_ours}) localStorage.setItem('adminTheme', JSON.stringify('{theme}'))")
    page.set_viewport_size(size)


def faults_of(page: Page, language: str) -> set[str]:
    """The faults of the page that is open, each by its rule and place; what is on every page counts once."""
    page.wait_for_function("document.getAnimations().every(animation => animation.playState !== 'running')")
    found = {
        f"{violation['id']}: {node['target']} {node['html'][:160]}"
        for violation in Axe().run(page, options=RULES).response["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    }
    found |= {f"out of the keyboard's reach: {each}" for each in page.evaluate(OUT_OF_REACH)}
    page.set_viewport_size(NARROW)
    if (too_wide := page.evaluate(WIDER_THAN_THE_WINDOW)) > 0:
        found.add(f"{too_wide} px too wide for a phone: {page.url} {page.evaluate(WHO_STICKS_OUT)}")
    page.set_viewport_size(LOOKS[language][1])
    return found


def forget_refusals(complaints: list[str]) -> None:
    """That the server refused, as it should, is no fault of a page."""
    complaints[:] = [each for each in complaints if "the server responded with a status of 4" not in each]


def sign_in_wrongly(page: Page) -> None:
    page.goto("/admin/login/")
    page.locator("[name=username]").fill("ada")
    page.locator("[name=password]").fill("wrong")
    page.locator("#login-form button").click()


def a_refusal(page: Page) -> None:
    page.goto("/admin/catalog/change/add/")


def nothing(page: Page) -> None:
    page.goto("/nothing/")


def faults_in_a_form(page: Page) -> None:
    page.goto("/admin/catalog/toolgroup/add/")
    page.get_by_role("tab", name="JSON").click()
    page.locator("[name=matcher]").fill('{"kind": "prompt_matches", "pattern": "("}')
    page.locator("[name=_save]").click()
    expect(page.locator(".errornote, .errorlist").first).to_be_visible()


def a_conflict(page: Page) -> None:
    group = ToolGroup.objects.get(name="order")
    page.goto(reverse("admin:catalog_toolgroup_change", args=[group.pk]))
    group.description = "theirs"
    save_with_history(group, by=User.objects.get())
    page.locator("[name=description]").fill("mine")
    page.locator("[name=_save]").click()
    expect(page.locator(".conflict")).to_be_visible()


def a_new_key(page: Page) -> None:
    page.goto("/admin/releases/apikey/add/")
    page.locator("[name=name]").fill("k2")
    page.locator("[name=environment]").select_option(index=1)
    page.locator("[name=_save]").click()
    expect(page.get_by_text("tga_")).to_be_visible()


def the_door_from_outside(page: Page) -> None:
    page.locator("#logout-form").evaluate("form => form.submit()")
    expect(page.locator("#logout-form")).to_have_count(0)
