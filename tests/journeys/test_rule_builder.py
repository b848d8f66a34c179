"""Building rules without JSON, trying them before they are saved, and losing nothing."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.person import Person, at
from tests.journeys.rule_editor import RuleEditor
from toolgroups_admin.catalog.models import Change, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history

LIST = "/admin/catalog/toolgroup/"
ACCOUNT = {"kind": "condition", "field": "account_id", "op": "exists"}
WORDS = {"kind": "prompt_contains", "keywords": ["订单", "物流"]}
EVERY_KIND: dict[str, Any] = {
    "kind": "all",
    "id": "root",
    "note": "two\nlines",
    "rules": [
        {"kind": "always"},
        {"keywords": [" edge ", "a, b", "天气", '"', "\t", ""], "kind": "prompt_contains", "ignore_case": False},
        {"kind": "prompt_matches", "pattern": "(?x)a\n b", "scope": "last_n_user", "n": 3},
        {"kind": "condition", "field": "attributes.plan", "op": "equals", "value": 1.0, "id": "plan"},
        {"kind": "condition", "field": "attributes.plan", "op": "equals", "value": 9007199254740993},
        {"kind": "condition", "field": "attributes.plan", "op": "equals", "value": {"1": -0.0, "0": [None, {}], "": []}},
        {"kind": "condition", "field": "attributes.a.b", "op": "in", "value": ["x", 1, True, [1e22]]},
        {"kind": "condition", "field": "request.headers.X-App", "op": "contains", "value": "a\r\nb", "ignore_case": True},
        {"kind": "condition", "field": "streaming", "op": "equals", "value": False},
        {"kind": "condition", "field": "attributes.at", "op": "gt", "value": "2026-01-31T08:00:00.123456789+08:00"},
        {"kind": "expression", "expression": "has(ctx.account_id) &&\n  ctx.message_count > 2"},
        {"kind": "rollout", "percent": 12.5, "by": "account_id", "salt": " s "},
        {"kind": "schedule", "until": "2027-01-31T08:00:00Z", "weekly": [{"days": ["sun", "mon"], "start": "22:00", "end": "06:30:15"}], "timezone": "Asia/Shanghai"},
        {"kind": "not", "rule": {"kind": "any", "rules": [{"kind": "rule", "name": "has-account"}, {"kind": "not", "rule": {"kind": "always"}}]}},
    ],
}  # fmt: skip


def group_with(rule: Any, name: str = "built") -> ToolGroup:
    row = ToolGroup(name=name, matcher=rule)
    save_with_history(row, by=None)
    return row


def opened(person: Person, row: ToolGroup) -> RuleEditor:
    person.sign_in()
    person.page.goto(f"{LIST}{row.pk}/change/")
    editor = RuleEditor(person)
    expect(editor.editor.locator(".rule-summary")).not_to_be_empty()  # the server has answered; nothing moves any more
    return editor


@pytest.mark.usefixtures("demo")
@pytest.mark.in_language("zh-hans")
def test_a_rule_of_every_kind_goes_through_the_builder_unchanged(person: Person) -> None:
    row = group_with(EVERY_KIND)
    editor = opened(person, row)
    entries = Change.objects.count()

    editor.tab("JSON")
    editor.tab("Builder")
    editor.use("Delete", editor.node("$.rules[2]"))
    editor.tab("JSON")
    assert len(json.loads(editor.text)["rules"]) == len(EVERY_KIND["rules"]) - 1
    person.press("Undo", editor.editor)
    assert json.dumps(json.loads(editor.text)) == json.dumps(EVERY_KIND)
    editor.save()

    expect(person.page).to_have_url(at(LIST))
    row.refresh_from_db()
    assert json.dumps(row.matcher) == json.dumps(EVERY_KIND)
    assert Change.objects.count() == entries


@pytest.mark.usefixtures("demo")
@pytest.mark.in_language("en")
def test_every_field_typed_anew_spells_the_same_tree(person: Person) -> None:
    editor = opened(person, group_with(EVERY_KIND))

    editor.editor.evaluate(
        """editor => {
            for (const field of editor.querySelectorAll(".rule-canvas :is(input:not([type=checkbox]), textarea)"))
                field.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )

    assert json.dumps(json.loads(editor.text)) == json.dumps(EVERY_KIND)


def test_a_rule_with_a_fault_is_not_saved_and_nothing_typed_is_lost(person: Person) -> None:
    row = group_with(ACCOUNT)
    editor = opened(person, row)
    person.page.locator("[name=system_prompt]").fill("kept")

    editor.add("Add condition", "Pattern")
    fault = editor.node("$.rules[1]").locator(".rule-fault")
    expect(fault).to_contain_text(person.words("An empty pattern is found in every message."))
    editor.node("$.rules[1]").locator("[data-control=pattern]").fill("(订单")
    expect(fault).to_have_class("rule-fault is-faulty")
    editor.save()

    expect(person.page.locator(".errornote, .errorlist").first).to_be_visible()
    editor = RuleEditor(person)
    assert editor.rule == {"kind": "all", "rules": [ACCOUNT, {"kind": "prompt_matches", "pattern": "(订单"}]}
    expect(editor.node("$.rules[1]").locator(".rule-fault")).to_be_visible()
    expect(person.page.locator("[name=system_prompt]")).to_have_value("kept")
    row.refresh_from_db()
    assert row.matcher == ACCOUNT


@pytest.mark.in_language("en")
def test_what_is_no_number_keeps_the_form_from_being_sent(person: Person) -> None:
    rollout = {"kind": "rollout", "percent": 5, "by": "account_id", "salt": "s"}
    editor = opened(person, group_with(rollout))
    percent = editor.node("$").locator("[data-control=percent]")

    percent.fill("five")
    editor.save()
    expect(percent).to_be_focused()
    expect(percent).to_have_value("five")
    percent.fill("7.50")
    editor.save()

    expect(person.page).to_have_url(at(LIST))
    assert ToolGroup.objects.get().matcher == {**rollout, "percent": 7.5}


@pytest.mark.in_language("zh-hans")
def test_nodes_are_moved_by_keyboard_alone_and_moves_are_undone(person: Person) -> None:
    tree = {"kind": "all", "rules": [ACCOUNT, {"kind": "any", "rules": [WORDS]}, {"kind": "always"}]}
    editor = opened(person, group_with(tree))

    up = editor.node("$.rules[2]").locator("> .rule-head").get_by_role("button", name=person.words("Move up"))
    up.focus()
    up.press("Enter")
    assert [rule["kind"] for rule in editor.rule["rules"]] == ["condition", "always", "any"]
    person.page.keyboard.press("Alt+ArrowRight")
    assert editor.rule["rules"][1] == {"kind": "any", "rules": [{"kind": "always"}, WORDS]}
    person.page.keyboard.press("Alt+ArrowLeft")
    assert [rule["kind"] for rule in editor.rule["rules"]] == ["condition", "any", "always"]
    for _step in range(3):
        person.page.keyboard.press("Control+z")

    assert editor.rule == tree
    person.page.keyboard.press("Control+y")
    assert [rule["kind"] for rule in editor.rule["rules"]] == ["condition", "always", "any"]


@pytest.mark.in_language("en")
def test_a_node_is_dragged_into_a_group(person: Person) -> None:
    tree = {"kind": "all", "rules": [ACCOUNT, {"kind": "any", "rules": [WORDS]}]}
    editor = opened(person, group_with(tree))
    person.page.set_viewport_size({"width": 1280, "height": 1200})  # scrolling would end the drag

    grip = editor.node("$.rules[0]").locator("> .rule-head > .rule-grip")
    grip.drag_to(editor.node("$.rules[1]").locator("> .rule-below > .rule-adders"))

    expect(editor.node("$.rules[0].rules[1]")).to_be_visible()
    assert editor.rule == {"kind": "all", "rules": [{"kind": "any", "rules": [WORDS, ACCOUNT]}]}


@pytest.mark.in_language("zh-hans")
def test_nodes_are_wrapped_duplicated_and_taken_out_of_groups(person: Person) -> None:
    editor = opened(person, group_with(WORDS))

    for entry in ("Duplicate", "Not", "Take the group away, keep what is in it"):
        editor.choose(entry, editor.node("$"))

    assert editor.rule == {"kind": "any", "rules": [WORDS, WORDS]}
    ids = [rule.get("id") for rule in json.loads(editor.text)["rules"]]
    assert ids == [None, None]
