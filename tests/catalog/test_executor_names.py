"""What an executor's fields offer: what other rooms know, and what the draft uses already."""

from typing import Any

import pytest
from django.test import Client

from tests.catalog.building import load
from toolgroups_admin.catalog.executor_names import executor_names, register_executor_names, withdraw_executor_names

pytestmark = pytest.mark.django_db


def test_names_of_other_rooms_and_of_the_draft_are_offered_once_each() -> None:
    def connections() -> list[str]:
        return ["orders", "crm"]

    load(
        tools=[
            {"key": "a", "executor": {"kind": "mcp", "connection": "crm", "tool": "find"}},
            {"key": "b", "executor": {"kind": "python", "function": "look-up"}},
            {"key": "c"},
        ]
    )
    register_executor_names("connection", connections)
    try:
        assert executor_names() == {"connection": ["crm", "orders"], "function": ["look-up"]}
    finally:
        withdraw_executor_names("connection", connections)


def test_the_page_has_them(browser: Client, db: Any) -> None:
    load(tools=[{"key": "b", "executor": {"kind": "python", "function": "look-up"}}])

    assert '"function": ["look-up"]' in browser.get("/admin/catalog/tool/add/").content.decode()
