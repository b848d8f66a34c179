"""Bad input: each fault beside its field, naming value and remedy, and nothing typed is lost."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.dryrun.asking import PAGE, Fields, asked, attribute, says, words
from toolgroups_admin.dryrun.contexts import context_of
from toolgroups_admin.dryrun.typed import Turn, Typed

DEEP = "[" * 60 + "]" * 60


@pytest.mark.parametrize(
    ("fields", "field", "row", "said"),
    [
        (says("x", prompt="gone"), "prompt", None, ["gone", "Choose"]),
        (says("x", source="release:99"), "source", None, ["Choose another"]),
        (says("x", source="environment:production"), "source", None, ["nothing is published"]),
        (says("x", source="nonsense"), "source", None, ["Choose another"]),
        (says("x", further='{"tools": ["gone"]}'), "further", None, ["gone", "key"]),
        (says("x", further='{"groups": ["gone"]}'), "further", None, ["gone", "group"]),
        (says("x", further='{"streaming": "yes"}'), "further", None, ["$.streaming", "yes"]),
        (says("x", further='{"nonsense": 1}'), "further", None, ["$.nonsense"]),
        (says("x", further='{"now": "today"}'), "further", None, ["$.now", "today"]),
        (says("x", role=["king"]), "turns", 0, ["king", "user"]),
        (says("x", role=["", ""], content=["{}", "7"], message_json=["1", "1"]), "turns", 1, ["7"]),
        (says("x", **attribute("a", DEEP, type="json")), "attributes", None, ["32"]),
        (
            says("x", tab="json", whole='{"prompt": "customer-service", "messages": [7]}'),
            "whole",
            None,
            ["messages[0]"],
        ),
        (says("x", tab="json", whole='{"messages": []}'), "whole", None, ["$.prompt"]),
        (says("x", tab="json", whole='{"prompt": "customer-service", "tools": ["gone"]}'), "whole", None, ["gone"]),
        (says("x", tab="json", whole=""), "whole", None, ["$.prompt"]),
    ],
)
def test_a_fault_stands_beside_its_field(
    browser: Client, demo: Any, fields: Fields, field: str, row: int | None, said: list[str]
) -> None:
    found = words(asked(browser, fields), field, row)

    assert all(word in found for word in said), found


def test_every_fault_is_said_at_once(browser: Client, demo: Any) -> None:
    page = asked(browser, says("x", account="abc", account_type="number", further="{", **attribute("", "lost")))

    assert {fault.field for fault in page.faults} == {"account", "further", "attributes"}


def test_half_a_surrogate_pair_is_refused_and_can_be_shown(browser: Client, demo: Any) -> None:
    page = asked(browser, says("x", **attribute("a", r'"\ud800"', type="json")))

    assert "surrogate" in words(page, "attributes", 0)


def test_what_was_typed_stays_when_something_is_wrong(browser: Client, demo: Any, language: str) -> None:
    fields = says(
        "第一句", "answer", account="abc", account_type="number", further='{"a"', **attribute("n", "1O", type="number")
    )

    page = browser.post(PAGE, fields, headers={"accept-language": language}).content.decode()

    assert all(text in page for text in ["第一句", "answer", "abc", "{&quot;a&quot;", "1O"])


def test_a_text_begins_with_the_line_break_with_which_it_began(browser: Client, demo: Any) -> None:
    page = browser.post(PAGE, says("\r\nafter a break")).content.decode()

    assert "\n\nafter a break</textarea>" in page


def test_the_buttons_work_without_a_script(browser: Client, demo: Any) -> None:
    added = browser.post(PAGE, says("one", do="add turns")).context["page"].typed
    moved = browser.post(PAGE, says("one", "two", do="down turns 0")).context["page"].typed
    as_json = browser.post(PAGE, says("one", account="u", do="to json")).context["page"].typed
    as_form = browser.post(PAGE, says(tab="json", whole=as_json.whole, do="to form")).context["page"].typed

    assert [turn.content for turn in added.turns] == ["one", ""]
    assert [turn.content for turn in moved.turns] == ["two", "one"]
    assert '"account_id": "u"' in as_json.whole
    assert (as_form.tab, as_form.account, as_form.prompt) == ("form", "u", "customer-service")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{1",
        '{"a"',
        '{"a":',
        '{"a":1',
        "[1",
        "[1,]",
        '{"a":1,}',
        "1 2",
        '"a',
        '"\t"',
        r'"\x"',
        r'"\ud8"',
        r'"\ud800"',
        "[" * 9999,
    ],
)
def test_what_is_wrong_with_json_is_said_in_the_language_of_the_page(text: str) -> None:
    with translation.override("zh-hans"):
        faults = context_of(Typed(turns=(Turn("", text, whole=True),)))[1]

    assert faults
    assert not re.findall(r"[A-Za-z]{3,}", faults[0].words.replace("JSON", "").replace("uXXXX", "")), faults[0].words
