"""A sample of rules and schemas through the real pages: opened, every field typed anew, saved, and nothing changed.

Many more go through the code of the forms: `tests/catalog/test_rule_form.py` and `test_schema_input.py`.
"""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from playwright.sync_api import Page, expect

from tests.catalog.building import load
from tests.documents import rule_trees
from tests.journeys.person import Person, at
from tests.parameter_schemas import parameters
from toolgroups_admin.catalog.models import Change, Tool, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history

SAMPLE = settings(
    max_examples=3, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
TYPE_ANEW = """editor => {
    for (const field of editor.querySelectorAll(".rule-canvas :is(input:not([type=checkbox]), textarea)"))
        field.dispatchEvent(new Event("input", { bubbles: true }));
}"""
IS_DEEP = {"all", "any", "not"}


@pytest.fixture
def language() -> str:
    """One language is enough: what is looked at is not the words."""
    return "zh-hans"


def test_a_sample_of_rules_is_opened_and_saved_unchanged(person: Person) -> None:
    load(rules=[{"name": "shared", "definition": {"kind": "always"}}])
    person.sign_in()

    @SAMPLE
    @given(rule_trees(["shared"]).filter(lambda tree: tree["kind"] in IS_DEEP))
    def holds(tree: Any) -> None:
        row, _made = ToolGroup.objects.get_or_create(name="any")
        row.matcher = tree
        save_with_history(row, by=None)
        entries = Change.objects.count()

        save_untouched(person.page, "toolgroup", row.pk)

        row.refresh_from_db()
        assert json.dumps(row.matcher) == json.dumps(tree)
        assert Change.objects.count() == entries

    holds()


def test_a_sample_of_schemas_is_opened_and_saved_unchanged(person: Person) -> None:
    person.sign_in()

    @SAMPLE
    @given(parameters.filter(lambda schema: len(schema) > 1))
    def holds(schema: Any) -> None:
        row, _made = Tool.objects.get_or_create(key="any")
        row.parameters = schema
        save_with_history(row, by=None)
        entries = Change.objects.count()

        save_untouched(person.page, "tool", row.pk)

        row.refresh_from_db()
        assert json.dumps(row.parameters) == json.dumps(schema)
        assert Change.objects.count() == entries

    holds()


def save_untouched(page: Page, kind: str, pk: int) -> None:
    """Opens an object, has every field of its builders say what it holds, and saves."""
    page.goto(f"/admin/catalog/{kind}/{pk}/change/")
    editor = page.locator("[data-rule-editor][data-ready]").first
    expect(editor).to_be_attached()
    editor.evaluate(TYPE_ANEW)
    page.locator("button[name=_save]").last.click()
    expect(page).to_have_url(at(f"/admin/catalog/{kind}/"))
