"""Trying a chat in the browser: the answer comes as one types, and says what is wrong beside its field."""

import json
import re
import time
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.person import Person, at
from toolgroups_admin.dryrun import sources
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish

WATCH_THE_WEATHER = """() => {
  window.seen = [];
  new MutationObserver(() => {
    const shown = document.querySelector("[data-keep-open='group weather']");
    const verdict = shown?.className.match(/is-(\\w+)/)[1];
    if (verdict && seen.at(-1) !== verdict) seen.push(verdict);
  }).observe(document.getElementById("answer"), { childList: true });
}"""
PASTED = {"model": "qwen-max", "messages": [{"role": "user", "content": text} for text in ("天气", "订单")]}
ASKS_AFTER_SECONDS = 0.3  # the delay of `hx-trigger` in templates/dryrun/form.html
ORDER = "帮我查询订单 AF20260001 的物流状态"


@pytest.fixture(autouse=True)
def nothing_kept_compiled() -> Iterator[None]:
    sources.forget()
    yield
    sources.forget()


@pytest.fixture
def tester(person: Person, demo: None) -> Person:
    """Somebody who has come to the dry-run page by the link at the side."""
    person.sign_in()
    link = person.page.locator("#nav-sidebar a[href='/admin/dryrun/']")
    expect(link).to_contain_text(person.words("Dry run"))
    link.click()
    expect(person.page).to_have_url(at("/admin/dryrun/"))
    expect(person.page.locator("#answer")).to_be_visible()
    return person


def group(page: Page, name: str) -> Locator:
    """A group's line in the answer."""
    return page.locator(".dry-group").filter(has=page.locator(".dry-group-name", has_text=re.compile(rf"^{name}\b")))


def expect_verdict(tester: Person, name: str, verdict: str) -> None:
    expect(group(tester.page, name)).to_have_class(re.compile(rf"\bis-{verdict}\b"))
    word = tester.words(verdict.title(), context="verdict")
    expect(group(tester.page, name).locator("summary .dry-verdict")).to_contain_text(word)


def add_attribute(tester: Person, name: str, kind: str) -> Locator:
    """A new row at the end, in which one can type at once."""
    tester.press("Add an attribute")
    row = tester.page.locator(f".dry-attribute:nth-child({tester.page.locator('.dry-attribute').count()})")
    expect(row.locator("[name=attribute_name]")).to_be_focused()
    row.locator("[name=attribute_name]").fill(name)
    row.locator("[name=attribute_type]").select_option(kind)
    return row


def type_message(page: Page, text: str, place: int = 0) -> None:
    page.locator("[name=content]").nth(place).fill(text)


def test_the_answer_comes_as_one_types_and_follows_the_rule_that_is_edited(tester: Person) -> None:
    page = tester.page
    type_message(page, "北京会下雪吗")
    expect_verdict(tester, "weather", "miss")
    expect(group(page, "weather").locator(".dry-why")).to_contain_text("“天气”")

    type_message(page, "上海的天气")
    expect_verdict(tester, "weather", "hit")
    expect(page.locator(".dry-exact mark").first).to_have_text("天气")

    tester.edit_rule("weather", {"kind": "prompt_contains", "keywords": ["下雪"]})
    page.goto("/admin/dryrun/")
    type_message(page, "北京会下雪吗")
    expect_verdict(tester, "weather", "hit")


@pytest.mark.in_language("en")
def test_rows_are_edited_with_faults_beside_them_while_the_answer_stays_open(tester: Person) -> None:
    page = tester.page
    type_message(page, "分析一下消费")
    page.locator("[name=account]").fill("user-1001")
    group(page, "premium-service").locator("summary").click()
    plan = add_attribute(tester, "plan", "text")
    plan.locator("[name=attribute_value]").fill("premium")
    add_attribute(tester, "analysisEnabled", "boolean")
    expect_verdict(tester, "premium-service", "hit")
    expect(group(page, "premium-service").locator(".dry-tree")).to_be_visible()

    age = add_attribute(tester, "age", "number")
    age.locator("[name=attribute_value]").fill("1O")
    expect(age.locator(".dry-faults")).to_contain_text("“1O”")
    age.locator("[name=attribute_value]").fill("10")
    expect(age.locator(".dry-faults")).to_be_empty()
    expect_verdict(tester, "premium-service", "hit")

    plan.get_by_role("button", name=tester.words("Take out")).click()
    expect_verdict(tester, "premium-service", "miss")
    expect(group(page, "premium-service").locator(".dry-tree")).to_be_visible()

    tester.press("Add a message")
    type_message(page, "好的。", 1)
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("[name=content]").first).to_have_value("好的。")
    expect(page.locator("[name=content]").first).to_be_focused()
    page.locator(".dry-turn").first.get_by_role("button", name=tester.words("Move down")).click()
    expect(page.locator("#dry-request")).to_contain_text(re.compile("分析一下消费.*好的。", re.DOTALL))
    page.locator(".dry-turn").nth(1).get_by_role("button", name=tester.words("Move up")).click()
    expect(page.locator("#dry-request")).to_contain_text(re.compile("好的。.*分析一下消费", re.DOTALL))


@pytest.mark.in_language("zh-hans")
def test_a_context_goes_to_json_and_back_and_is_kept_under_an_address(tester: Person) -> None:
    page = tester.page
    type_message(page, ORDER)
    page.locator("[name=account]").fill("user-1001")
    page.get_by_role("button", name="JSON", exact=True).click()
    expect(page.locator("[name=whole]")).to_have_value(re.compile("user-1001"))
    page.locator("[name=whole]").fill(page.locator("[name=whole]").input_value().replace("user-1001", "user-2002"))
    page.get_by_role("button", name=tester.words("Form", context="tab"), exact=True).click()
    expect(page.locator("[name=account]")).to_have_value("user-2002")

    page.locator(".dry-filter label").filter(has=page.locator("[name=show][value=miss]")).click()
    page.locator(".dry-filter label").filter(has_text="Anthropic").click()
    expect(page.locator("#dry-request")).to_contain_text("input_schema")
    expect_verdict(tester, "order", "hit")
    expect(group(page, "order")).to_be_hidden()
    expect(group(page, "weather")).to_be_visible()

    tester.press("Keep under a link")
    expect(page).to_have_url(at("/admin/dryrun/[0-9a-f-]{36}/"))
    expect(page.locator("[name=content]")).to_have_value(ORDER)
    expect_verdict(tester, "order", "hit")


def slowly(route: Route) -> None:
    """Sends late: so it is time to ask about the account that was typed, and that answer would be the last one."""
    time.sleep(2 * ASKS_AFTER_SECONDS)
    route.continue_()


def test_a_pasted_chat_is_stepped_through_and_compared_with_what_is_live(tester: Person) -> None:
    release = publish(Environment.objects.get(name="production"), by=None)
    tester.edit_rule("weather", {"kind": "prompt_contains", "keywords": ["下雪"]})
    page = tester.page
    page.goto("/admin/dryrun/")
    page.locator("[name=account]").fill("user-1001")
    page.get_by_text(tester.words("Paste the body of a request")).click()
    page.locator("#dry-pasted").fill(json.dumps(PASTED))
    page.route("**/admin/dryrun/", slowly)
    tester.press("Take apart")
    expect(page.locator(".dry-taken")).to_contain_text("OpenAI")
    page.unroute("**/admin/dryrun/")
    expect(page.locator("[name=model]")).to_have_value("qwen-max")
    expect(page.locator(".dry-strip")).to_contain_text("order")
    expect_verdict(tester, "order", "hit")

    page.locator("#dry-step-0").focus()
    page.keyboard.press("ArrowLeft")
    expect_verdict(tester, "order", "miss")
    expect(page.locator("#dry-step-1")).to_be_focused()
    expect(page.locator(".dry-turn")).to_have_count(2)

    page.locator("#dry-against").select_option(f"release:{release.number}")
    lost = page.locator(".dry-compared tbody tr").filter(has_text="weather").first
    expect(lost).to_contain_text(tester.words("Miss", "verdict"))
    expect(lost).to_contain_text("天气")


@pytest.mark.in_language("en")
def test_what_is_no_longer_asked_is_given_up_and_an_answer_that_does_not_come_is_said(
    tester: Person, complaints: list[str]
) -> None:
    page = tester.page
    held: list[Route] = []
    page.evaluate(WATCH_THE_WEATHER)
    page.route("**/admin/dryrun/", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/admin/dryrun/"):
        type_message(page, "上海的天气")
    with page.expect_event("requestfailed") as given_up:
        type_message(page, "介绍一下上海的订单", 0)
    assert (given_up.value, given_up.value.failure) == (held[0].request, "net::ERR_ABORTED")
    page.locator("[name=account]").fill("user-1001")
    expect_verdict(tester, "order", "hit")
    assert page.evaluate("seen") == ["miss"]
    page.unroute("**/admin/dryrun/")

    page.route("**/admin/dryrun/", lambda route: route.fulfill(status=503))
    type_message(page, "上海的天气")
    expect(page.get_by_role("alert")).to_be_visible()
    complaints.clear()
    page.unroute("**/admin/dryrun/")
    tester.page.locator(".dry-actions").get_by_role("button", name=tester.words("Try", context="button")).click()
    expect_verdict(tester, "weather", "hit")
    expect(page.locator("#dry-failure")).to_be_hidden()


def test_the_page_can_be_read_by_everybody_in_light_and_dark(tester: Person) -> None:
    page = tester.page
    for theme in ("light", "dark"):
        page.evaluate(f"localStorage.setItem('adminTheme', JSON.stringify('{theme}'))")
        page.reload()
        expect(page.locator("html")).to_have_class(re.compile(theme))
        type_message(page, ORDER)
        page.locator("[name=account]").fill("user-1001")
        expect_verdict(tester, "order", "hit")
        page.locator("#dry-against").select_option("draft")
        tester.press("Add a message")
        type_message(page, "谢谢", 1)
        page.locator(".dry-turn").nth(1).locator("[name=role]").select_option("user")
        expect(page.locator(".dry-strip")).to_be_visible()
        for name in ("order", "weather"):
            group(page, name).locator("summary").click()
        page.wait_for_function("document.getAnimations().length === 0")

        assert violations(page) == []


def violations(page: Page) -> list[tuple[str, str]]:
    """What keeps somebody from reading the page, by rule and place."""
    results = Axe().run(page, context=".dry", options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]})
    assert results.response["passes"]
    return [
        (violation["id"], f"{node['target']}: {node['failureSummary']}")
        for violation in results.response["violations"]
        for node in violation["nodes"]
    ]
