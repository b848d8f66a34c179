"""Asking the page as a browser does, and reading what it shows."""

from typing import Any

from django.test import Client

from toolgroups_admin.dryrun.pages import Page

PAGE = "/admin/dryrun/"
HTMX = {"HX-Request": "true", "HX-Target": "answer"}

Fields = dict[str, Any]


def says(*texts: str, **fields: Any) -> Fields:
    """The form with a conversation of user and assistant in turns, and other fields."""
    roles = ["user" if place % 2 == 0 else "assistant" for place in range(len(texts))]
    typed = {"prompt": "customer-service", "role": roles, "content": list(texts), "message_json": [""] * len(texts)}
    return {"source": "draft", "tab": "form", **typed, **fields}


def attribute(name: str, value: str, *, type: str = "text", flag: str = "true") -> Fields:
    """The fields of one attribute."""
    return {"attribute_name": [name], "attribute_type": [type], "attribute_value": [value], "attribute_flag": [flag]}


def asked(browser: Client, fields: Fields) -> Page:
    """What the answer alone shows, as HTMX asks for it."""
    answer = browser.post(PAGE, fields, headers=HTMX)
    assert answer.status_code == 200
    page: Page = answer.context["page"]
    return page


def hits(page: Page) -> list[str]:
    """The groups that hit, in order."""
    assert page.answer is not None, page.faults
    return [group.name for group in page.answer.groups if group.verdict == "hit"]


def why(page: Page, name: str) -> str:
    """The sentence about a group."""
    assert page.answer is not None, page.faults
    [sentence] = [group.why for group in page.answer.groups if group.name == name]
    return sentence


def words(page: Page, field: str, row: int | None = None) -> str:
    """What is said beside a field."""
    return " ".join(fault.words for fault in page.faults if (fault.field, fault.row) == (field, row))
