"""An administrator says where tools are called, and never sees the secret again."""

import pytest
from playwright.sync_api import expect

from tests.journeys.person import Person, at

TOKEN = "canary-9f3b"


@pytest.fixture
def language() -> str:
    """One language is enough: the words are looked at elsewhere."""
    return "zh-hans"


def test_a_connection_asks_for_what_its_way_of_signing_in_needs_and_masks_its_secret(person: Person) -> None:
    person.sign_in()
    page = person.page
    page.goto("/admin/releases/connection/add/")
    page.locator("[name=name]").fill("orders")
    page.locator("[name=environment]").select_option(label=person.words("production"))
    page.locator("[name=url]").fill("https://orders.example/v1")
    secret, token_url = page.locator("[name=secret]"), page.locator("[name=token_url]")
    expect(secret).to_be_hidden()

    page.locator("[name=auth]").select_option("client_credentials")
    expect(token_url).to_be_visible()
    page.locator("[name=auth]").select_option("bearer")
    expect(token_url).to_be_hidden()
    secret.fill(TOKEN)
    page.locator("[name=_continue]").click()

    expect(page).to_have_url(at(r"/admin/releases/connection/\d+/change/"))
    expect(page.get_by_text(person.words("Ready: every secret is there."))).to_be_visible()
    expect(secret).to_have_attribute("placeholder", "******")
    assert TOKEN not in page.content()
