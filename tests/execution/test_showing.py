"""What a person who tries a tool sees of the request: all but secrets (field case 30)."""

from typing import Any

import pytest

from tests.execution.calling import Json
from toolgroups_admin.engine import Tool
from toolgroups_admin.execution import (
    APIKeyAuth,
    Auth,
    BasicAuth,
    BearerAuth,
    ClientCredentials,
    Connection,
    ToolFailed,
    shown_request,
)

CANARY = "canary-1d2e"
HTTP: Json = {
    "kind": "http",
    "connection": "shop",
    "method": "POST",
    "path": "/orders/{no}",
    "context_keys": ["tenant"],
}
SCHEMA: Json = {"type": "object", "required": ["no"]}


def shown(auth: Auth | None = None, executor: Json = HTTP, **arguments: Any) -> Json:
    connections = {"shop": Connection("shop", "http", "https://shop.example/api", auth, headers={"X-House": CANARY})}
    tool = Tool(key="t", name="t", executor=executor, parameters=SCHEMA)
    return shown_request(tool, arguments, {"tenant": "acme"}, connections)


def test_a_request_is_shown_as_it_would_be_sent() -> None:
    assert shown(BearerAuth(CANARY), no=7, note="好") == {
        "method": "POST",
        "url": "https://shop.example/api/orders/7",
        "headers": {"X-House": "******", "Authorization": "Bearer ******"},
        "body": {"note": "好", "tenant": "acme"},
    }


@pytest.mark.parametrize(
    ("auth", "place"),
    [
        (BasicAuth("we", CANARY), "'Authorization': 'Basic ******'"),
        (APIKeyAuth("X-Key", CANARY), "'X-Key': '******'"),
        (APIKeyAuth("key", CANARY, "query"), "?key=******"),
        (ClientCredentials("https://id.example", "we", CANARY), "'Authorization': 'Bearer ******'"),
    ],
)
def test_secrets_are_shown_by_their_places_alone(auth: Auth, place: str) -> None:
    request = repr(shown(auth, no=7, echo=CANARY))

    assert place in request
    assert CANARY not in request.replace(f"'echo': '{CANARY}'", "")


def test_other_kinds_show_what_is_called() -> None:
    executor = {"kind": "mcp", "connection": "crm", "tool": "find"}

    assert shown(executor=executor, no=7) == {**executor, "arguments": {"no": 7}}


def test_arguments_that_would_not_be_sent_are_told() -> None:
    with pytest.raises(ToolFailed, match="`no` is missing"):
        shown()
