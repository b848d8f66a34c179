"""Somebody at a browser, who reads the words of the pages in their language."""

import json
import re
from typing import Any

from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from toolgroups_admin.releases.models import Environment


class Person:
    """What a person does, in words."""

    password = "not-for-production-1"

    def __init__(self, name: str, page: Page, language: str) -> None:
        self.name, self.page, self.language = name, page, language

    def words(self, text: str, context: str | None = None) -> str:
        """Words of ours or of Django as this person's pages have them."""
        with translation.override(self.language):
            return translation.pgettext(context, text) if context else translation.gettext(text)

    def sign_in(self) -> None:
        self.page.goto("/admin/")
        self.page.locator("[name=username]").fill(self.name)
        self.page.locator("[name=password]").fill(self.password)
        self.press("Log in")
        expect(self.page.get_by_role("heading", name=self.words("Home"))).to_be_visible()

    def press(self, text: str, within: Locator | None = None) -> None:
        (within or self.page).get_by_role("button", name=self.words(text)).first.click()

    def follow(self, text: str, within: Locator | None = None) -> None:
        (within or self.page).get_by_role("link", name=self.words(text)).first.click()

    def edit_rule(self, group: str, rule: dict[str, Any]) -> None:
        """Opens a group from the list, and saves another rule for it."""
        self.page.goto("/admin/catalog/toolgroup/")
        self.page.locator("#result_list").get_by_role("link", name=group, exact=True).click()
        self.page.get_by_role("tab", name="JSON").click()
        self.page.locator("[name=matcher]").fill(json.dumps(rule, ensure_ascii=False))
        self.page.locator("[name=_save]").click()
        expect(self.page).to_have_url(at("/admin/catalog/toolgroup/"))

    def try_out(self, text: str) -> None:
        """Has a user say this on the dry-run page, against the draft."""
        self.page.goto("/admin/dryrun/?prompt=customer-service")
        self.page.locator("[name=content]").first.fill(text)

    def sees_verdict(self, group: str, verdict: str) -> None:
        """Waits until the page says that the group is a hit or a miss."""
        shown = self.page.locator(".dry-group").filter(has=self.page.locator(".dry-group-name", has_text=group))
        expect(shown).to_contain_text(self.words(verdict, "verdict"))

    def publish(self, comment: str = "") -> None:
        """Follows the link of the home page, and publishes to production."""
        self.page.goto("/admin/")
        self.follow("Look at them and publish")
        self.page.locator("[name=comment]").fill(comment)
        self.page.locator("#content").get_by_role("button", name=self.words("Publish"), exact=True).click()
        expect(self.page).to_have_url(at(r"/admin/releases/release/\d+/change/"))

    def roll_back(self, *, to: int) -> None:
        """Makes production point at an earlier release."""
        production = Environment.objects.get(name="production")
        self.page.goto(f"/admin/releases/environment/{production.pk}/roll-back/{to}/")
        self.press("Roll back")
        expect(self.page).to_have_url(at(r"/admin/releases/release/\d+/change/"))


def at(path: str) -> re.Pattern[str]:
    """An address with this path, whatever is asked of it."""
    return re.compile(rf"//[^/]+{path}(\?.*)?$")
