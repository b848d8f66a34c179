"""Building a tool without JSON, and choosing tools across searches, pages and errors (field case 37)."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from playwright.sync_api import Locator, Page, expect

from tests.catalog.building import load
from tests.journeys.person import Person, at
from tests.parameter_schemas import parameters
from toolgroups_admin.catalog.models import Tool, ToolGroup

ADD = "/admin/catalog/tool/add/"
EDIT_AND_MEND = """(text) => {
    const host = document.querySelector("[data-schema-editor]");
    const area = host.querySelector("[name=parameters]");
    const tell = (field, value) => {
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    tell(area, text);
    for (const field of host.querySelectorAll("[data-control=description]")) {
        if (!field.value) continue;
        const before = field.value;
        tell(field, `${before}x`);
        tell(field, before);
    }
    const rows = () => [...host.querySelectorAll(".schema-row")];
    const control = (row, name) => row.querySelector(`:scope > .rule-head [data-control=${name}]:not([disabled])`);
    const movable = rows().find((row) => control(row, "down"));
    if (movable) {
        const { schema, name, up } = movable.entry;
        const isMoved = ({ entry }) => entry.schema === schema && entry.name === name && entry.up.schema === up.schema;
        const number = rows().indexOf(movable);
        control(movable, "down").click();
        const moved = rows().filter((row) => control(row, "up"));
        control(moved.find(isMoved) ?? moved[number], "up").click();
    }
    return area.value;
}"""


# Parameters of equal names and schemas at different depths.
TWINS = {"properties": {"q": True, "city": {"properties": {"q": False, "city": True}}}}
BUILT = {
    "type": "object",
    "properties": {
        "orderNo": {"type": "string", "description": "The number of the order"},
        "speed": {"type": "string", "enum": ["fast", "slow"]},
        "address": {"type": "object", "properties": {"city": {"type": "string"}}},
    },
    "required": ["orderNo"],
}


def test_a_tool_with_a_nested_parameter_is_built_without_json(person: Person) -> None:
    load(tools=[{"key": "find", "executor": {"kind": "mcp", "connection": "crm", "tool": "find"}}])
    person.sign_in()
    page = person.page
    page.goto(ADD)
    page.locator("[name=key]").fill("ship.order")
    page.locator("[name=description]").fill("Sends an order to an address.")

    build_parameters(person, page.locator("[data-schema-editor]"))

    preview = page.locator(".tool-preview")
    expect(preview).to_contain_text('"orderNo"')
    expect(preview).to_contain_text('"fast"')
    renamed = "The provider does not take the tool's name; it is sent under another."
    expect(preview).to_contain_text(person.words(renamed))
    page.locator("[data-executor-editor] [data-control=kind]").select_option("mcp")
    page.locator("[name=_save]").click()
    expect(page.get_by_label(person.words("Connection"))).to_be_focused()  # before anything is sent
    page.get_by_label(person.words("Connection")).fill("cr")
    page.get_by_role("option", name="crm").click()
    page.get_by_label(person.words("Name of the tool there")).fill("ship")
    page.locator("[name=_save]").click()
    expect(page).to_have_url(at("/admin/catalog/tool/"))
    tool = Tool.objects.get(key="ship.order")
    assert json.dumps(tool.parameters) == json.dumps(BUILT)
    assert tool.executor == {"kind": "mcp", "connection": "crm", "tool": "ship"}

    page.locator("#result_list").get_by_role("link", name="ship.order").click()
    expect(page.get_by_label(person.words("Connection"))).to_have_value("crm")
    page.locator("[data-executor-editor] [data-control=kind]").select_option("http")
    person.press("Add argument")
    person.press("Add argument")
    page.locator("[name=_save]").click()
    expect(page).to_have_url(at("/admin/catalog/tool/"))
    tool.refresh_from_db()
    assert tool.executor["arguments"] == {"orderNo": "query", "speed": "query"}


def build_parameters(person: Person, editor: Locator) -> None:
    """Adds a required text, an object with a text in it, and a choice, which moves before the object."""
    add_parameter(person, editor, "orderNo")
    row = parameter(person, "orderNo")
    row.locator("[data-control=required]").check()
    row.locator("[data-control=description]").fill("The number of the order")
    add_parameter(person, editor, "address")
    parameter(person, "address").locator("[data-control=type]").select_option("object")
    add_parameter(person, parameter(person, "address"), "city")
    add_parameter(person, editor, "speed")
    person.press("Allowed values", within=parameter(person, "speed"))
    person.page.keyboard.type("fast, slow")
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("Alt+ArrowUp")


@pytest.mark.in_language("zh-hans")
def test_a_choice_of_tools_survives_search_paging_and_an_error(person: Person) -> None:
    load(tools=[{"key": f"tool-{number:02}"} for number in range(30)])
    person.sign_in()
    page = person.page
    page.goto("/admin/catalog/toolgroup/add/")
    chooser = page.locator("[data-chooser]")

    chooser.get_by_role("tab", name=person.words("All"), exact=True).click()
    choose(person, "tool-03")
    person.press("Next page", within=chooser)
    choose(person, "tool-15")
    chooser.get_by_role("searchbox").fill("tool-2")
    choose(person, "tool-29")
    chooser.get_by_role("tab", name=person.words("Chosen")).click()
    expect(chooser.locator(".chooser-list:visible .chooser-name")).to_have_text(["tool-03", "tool-15", "tool-29"])
    chooser.locator("[data-identity=tool-29] [data-control=up]").focus()
    page.keyboard.press("Alt+ArrowUp")
    page.locator("[name=_save]").click()

    expect(page.locator(".errorlist, .text-red-600").first).to_be_visible()
    expect(chooser.locator(".chooser-list:visible .chooser-name")).to_have_text(["tool-03", "tool-29", "tool-15"])
    chooser.get_by_role("button", name=person.words("Take out “{text}”").format(text="tool-03")).click()
    page.locator("[name=name]").fill("g")
    page.locator("[name=matcher]").evaluate(
        "area => area.closest('.rule-editor').querySelectorAll('[role=tab]')[1].click()"
    )
    page.locator("[name=matcher]").fill('{"kind": "always"}')
    page.locator("[name=_save]").click()
    expect(page).to_have_url(at("/admin/catalog/toolgroup/"))

    assert [link.tool.key for link in ToolGroup.objects.get(name="g").group_tools.all()] == ["tool-29", "tool-15"]


@pytest.mark.in_language("en")
def test_any_schema_is_shown_as_rows_and_stays_as_it_is(person: Person) -> None:
    person.sign_in()
    person.page.goto(ADD)
    expect(person.page.locator("[data-schema-editor][data-ready]")).to_be_attached()

    @settings(max_examples=40, database=None)
    @example(TWINS)
    @given(parameters)
    def holds(schema: Any) -> None:
        assert edited_and_mended(person.page, schema) == json.dumps(schema)

    holds()


def edited_and_mended(page: Page, schema: Any) -> str:
    """The schema as it stands after its rows were edited and edited back: each description, and one row moved."""
    text = page.evaluate(EDIT_AND_MEND, json.dumps(schema, ensure_ascii=False, indent=2))
    return json.dumps(json.loads(text))


def add_parameter(person: Person, within: Locator, name: str) -> None:
    within.get_by_role("button", name=person.words("Add parameter")).last.click()
    person.page.keyboard.type(name)


def parameter(person: Person, name: str) -> Locator:
    """The row of a parameter, by the name that it has now."""
    return person.page.locator(".schema-row").nth(place_of(person.page, name))


def place_of(page: Page, name: str) -> int:
    names = page.locator(".schema-row").evaluate_all("rows => rows.map(row => row.entry.name)")
    return int(names.index(name))


def choose(person: Person, key: str) -> None:
    person.page.locator(f"[data-chooser] input[data-identity='{key}']").check()
