"""Tool contexts: names are shown, values never, and tools get them decrypted."""

import json
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from tests.releases.connecting import CANARY, tool_context
from tests.releases.pages import ADMIN, words_of
from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.catalog.models import Prompt
from toolgroups_admin.catalog.saving import save_with_history
from toolgroups_admin.releases.connecting import tool_context_of
from toolgroups_admin.releases.models import Environment, ToolContext

pytestmark = pytest.mark.django_db

LIST = f"{ADMIN}/toolcontext/"


@pytest.fixture(autouse=True)
def a_prompt(db: Any) -> None:
    save_with_history(Prompt(name="support"), by=None)


def rows(**values: str) -> dict[str, str]:
    sent: dict[str, str] = {}
    for number, (name, value) in enumerate(values.items()):
        sent |= {f"values-{number}-name": name, f"values-{number}-value": value}
    return sent


def test_values_are_text_or_json(browser: Client, production: Environment) -> None:
    typed = rows(tenant="acme 1", level="42", open="true", plain='"42"', tags='["a", 1]', note="007a")

    browser.post(f"{LIST}add/", {"environment": production.pk, "prompt": "support", **typed})

    expected = {"tenant": "acme 1", "level": 42, "open": True, "plain": "42", "tags": ["a", 1], "note": "007a"}
    assert tool_context_of(production, "support") == expected
    assert tool_context_of(production, "other") == {}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"prompt": "nowhere"}, "There is no prompt “nowhere”."),
        (rows(tenant="{a}"), "The value of “tenant” begins like JSON and is none."),
        (rows(tenant="[NaN]"), "The value of “tenant” begins like JSON and is none."),
        (rows(tenant="[1e999]"), "The value of “tenant” begins like JSON and is none."),
        (rows(tenant='"\\ud800"'), "The value of “tenant” begins like JSON and is none."),
    ],
)
def test_what_cannot_be_kept_is_refused_with_the_remedy(
    browser: Client, production: Environment, fields: dict[str, str], words: str
) -> None:
    sent = {"environment": production.pk, "prompt": "support", **fields}

    assert words in words_of(browser.post(f"{LIST}add/", sent))
    assert not ToolContext.objects.exists()


def test_what_is_left_alone_stays_and_what_is_removed_goes(browser: Client, production: Environment) -> None:
    row = tool_context(production, tenant=CANARY, level=7)
    address = f"{LIST}{row.pk}/change/"

    browser.post(address, rows(tenant="******", level=""))
    untouched = ToolContext.objects.get()
    browser.post(address, rows(tenant="", level="") | {"values-1-value-remove": "1"})

    assert untouched.values == row.values
    assert tool_context_of(production, "support") == {"tenant": CANARY}
    assert LogEntry.objects.count() == 1


def test_a_value_is_in_no_page_export_history_or_log(
    browser: Client, production: Environment, caplog: pytest.LogCaptureFixture
) -> None:
    row = tool_context(production)
    browser.post(f"{LIST}{row.pk}/change/", rows(tenant=f"{CANARY}-2"))

    pages = [
        browser.get(address)
        for address in (
            LIST,
            f"{LIST}{row.pk}/change/",
            f"{LIST}{row.pk}/history/",
            f"{LIST}{row.pk}/delete/",
            "/admin/",
        )
    ]

    assert tool_context_of(production, "support") == {"tenant": f"{CANARY}-2"}
    assert "tenant: ******" in words_of(pages[0])
    assert not [page for page in pages if CANARY in page.content.decode()]
    assert CANARY not in json.dumps(draft_document())
    assert CANARY not in caplog.text
    assert not [entry for entry in LogEntry.objects.all() if CANARY in entry.change_message + entry.object_repr]
