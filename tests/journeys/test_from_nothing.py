"""From nothing to an answer without JSON: the rule for orders, its group and its prompt, published and asked."""

from playwright.sync_api import expect

from tests.journeys.person import Person, at
from tests.journeys.rule_editor import RuleEditor, without_ids
from tests.journeys.service import Service
from toolgroups_admin.catalog.models import ToolGroup

ACCOUNT = {"kind": "condition", "field": "account_id", "op": "exists"}
WORDS = {"kind": "prompt_contains", "keywords": ["订单", "物流"], "ignore_case": True}


def test_the_rule_for_orders_is_built_tried_saved_published_and_asked(person: Person, service: Service) -> None:
    person.sign_in()
    person.page.goto("/admin/catalog/toolgroup/add/")
    person.page.locator("[name=name]").fill("orders")
    build_and_try(RuleEditor(person))
    person.page.locator("[name=_save]").click()
    expect(person.page).to_have_url(at("/admin/catalog/toolgroup/"))
    assert without_ids(ToolGroup.objects.get(name="orders").matcher) == {"kind": "all", "rules": [ACCOUNT, WORDS]}

    make_prompt(person, "customer-service", "orders")
    person.publish("Orders")

    assert service.asks("我的订单呢", of_release=1) == []
    assert service.asks("我的订单呢", of_release=1, account_id="user-1001") == ["orders"]
    assert service.asks("天气", of_release=1, account_id="user-1001") == []


def build_and_try(editor: RuleEditor) -> None:
    """All of: the account is there, and any of two words; tried without an account and with one."""
    words = editor.person.words
    editor.add("Add group", "All of these")
    editor.add("Add condition", "Condition", to=editor.node("$"))
    editor.add("Add condition", "Keywords", to=editor.node("$"))
    editor.type_keywords(editor.node("$.rules[1]"), "订单、物流")
    editor.say("我的订单呢")
    editor.sees("Not true for this chat")
    expect(editor.node("$.rules[0]")).to_have_attribute("data-verdict", "false")
    expect(editor.node("$.rules[0]")).to_contain_text(words("Keeps it from being true: ").strip())
    expect(editor.node("$.rules[1]")).to_have_attribute("data-verdict", "true")
    editor.give_account("user-1001")
    editor.sees("True for this chat")


def make_prompt(person: Person, name: str, group: str) -> None:
    page = person.page
    page.goto("/admin/catalog/prompt/add/")
    page.locator("[name=name]").fill(name)
    chooser = page.locator("[data-chooser]").filter(has=page.locator("[name=groups]"))
    chooser.get_by_role("tab", name=person.words("All"), exact=True).click()
    chooser.locator(f"input[data-identity={group}]").check()
    page.locator("[name=_save]").click()
    expect(page).to_have_url(at("/admin/catalog/prompt/"))
