"""The rule editor of a form, as a person uses it."""

import json
from typing import Any

from playwright.sync_api import Locator, expect

from tests.journeys.person import Person


class RuleEditor:
    """Builds and tries a rule by the words on the page."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.editor = person.page.locator("[data-rule-editor][data-ready]")
        expect(self.editor).to_be_visible()

    @property
    def text(self) -> str:
        """What the form would send."""
        return self.editor.locator("textarea.json-text").input_value()

    @property
    def rule(self) -> Any:
        """The rule without the ids that the editor gives."""
        return without_ids(json.loads(self.text))

    def node(self, path: str) -> Locator:
        """The card of a node."""
        return self.editor.locator(f'[data-path="{path}"]')

    def tab(self, name: str) -> None:
        self.editor.get_by_role("tab", name=self.person.words(name), exact=True).click()

    def add(self, menu: str, kind: str, *, to: Locator | None = None) -> None:
        """Adds a rule to a group, or to the empty editor, by its menu."""
        within = to.locator("> .rule-below > .rule-adders") if to else self.editor.locator(".rule-adders").last
        within.locator("summary", has_text=self.person.words(menu)).click()
        within.locator("details[open] button").filter(
            has=self.editor.page.get_by_text(self.person.words(kind), exact=True)
        ).click()

    def use(self, tool: str, node: Locator) -> None:
        """Presses one of the buttons of a card."""
        tools = node.locator("> .rule-head > .rule-tools")
        tools.get_by_role("button", name=self.person.words(tool), exact=True).click()

    def choose(self, entry: str, node: Locator) -> None:
        """Chooses from the menu of a card."""
        menu = node.locator("> .rule-head details.rule-menu")
        menu.locator("summary").click()
        menu.locator("button").filter(has=self.editor.page.get_by_text(self.person.words(entry), exact=True)).click()

    def type_keywords(self, node: Locator, text: str) -> None:
        field = node.locator(".rule-chip-input")
        field.fill(text)
        field.press("Enter")

    def say(self, text: str) -> None:
        """Types the first message of the chat beside the rule."""
        self.editor.locator(".rule-try-message textarea").first.fill(text)

    def give_account(self, account: str) -> None:
        self.editor.get_by_role("textbox", name=self.person.words("Account"), exact=True).fill(account)

    def sees(self, verdict: str) -> None:
        """Waits until the panel says this of the chat."""
        expect(self.editor.locator(".rule-try-verdict")).to_contain_text(self.person.words(verdict))

    def save(self) -> None:
        self.person.page.locator("[name=_save]").click()


def without_ids(tree: Any) -> Any:
    """A tree without the ids of its nodes."""
    if isinstance(tree, list):
        return [without_ids(each) for each in tree]
    if isinstance(tree, dict):
        return {name: without_ids(value) for name, value in tree.items() if name != "id"}
    return tree
