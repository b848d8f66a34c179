"""Asking the page as a browser does, and reading what it shows."""

from dataclasses import fields
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.test import Client

from toolgroups_admin.dryrun.pages import Page
from toolgroups_admin.dryrun.typed import Attribute, Turn, Typed

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


def posted(typed: Typed) -> QueryDict:
    """What a browser sends of a form that is filled like this."""
    rows = [
        *(pair for turn in typed.turns for pair in _turn(turn)),
        *(pair for row in typed.attributes for pair in _attribute(row)),
        *(pair for row in typed.headers for pair in (("header_name", row.name), ("header_value", row.value))),
    ]
    lines = [
        (each.name, getattr(typed, each.name)) for each in fields(typed) if isinstance(getattr(typed, each.name), str)
    ]
    streaming = [("streaming", "1")] if typed.streaming else []
    return QueryDict(urlencode([(name, value.replace("\n", "\r\n")) for name, value in [*lines, *rows, *streaming]]))


def _turn(turn: Turn) -> list[tuple[str, str]]:
    return [("role", turn.role), ("content", turn.content), ("message_json", "1" if turn.whole else "")]


def _attribute(row: Attribute) -> list[tuple[str, str]]:
    members = (("name", row.name), ("type", row.type), ("value", row.value), ("flag", row.flag))
    return [(f"attribute_{name}", value) for name, value in members]
