"""The endpoint that has tools called, as an ASGI server asks it."""

import asyncio
import json
from collections.abc import Iterator
from math import inf
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from pytest_django.fixtures import Settings

from tests.api.doors import Answered, Json
from tests.traffic.shop import TOOLS, body, call, state_with
from toolgroups_admin.api.tool_calling import PATH
from toolgroups_admin.api.waiting_front import with_waiting_front
from toolgroups_admin.catalog.functions import configured_functions
from toolgroups_admin.execution import AllowList, manager
from toolgroups_admin.releases.live import State
from toolgroups_admin.traffic import destinations
from toolgroups_admin.traffic.destinations import Destinations
from toolgroups_admin.traffic.writing import WRITER

STATE = state_with()


@pytest.fixture(autouse=True)
def _without_a_database(settings: Settings) -> Iterator[None]:
    """The connections of production were read, and there are none."""
    settings.TOOLGROUPS_TOOLS = TOOLS
    calling = manager(functions=configured_functions())
    destinations._known["production"] = Destinations(
        manager=calling, allow=AllowList(), connections={}, contexts={}, read_at=inf
    )
    yield
    destinations.forget()
    WRITER._waiting.clear()
    calling.background.stop()


@pytest.fixture
def schema() -> Json:
    found: Json = json.loads(Client().get("/api/v1/schema/").content)
    return found


def posted(data: Any, *, state: State = STATE, token: str = "executor", **headers: str) -> Answered:
    """What comes back to a body, given as bytes or as what is to be JSON, which arrives in two pieces."""
    octets = data if isinstance(data, bytes) else json.dumps(data).encode()
    whole = {
        "host": "localhost",
        "authorization": f"Bearer {token}",
        "content-type": "application/json",
        "content-length": str(len(octets)),
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    scope = {
        "type": "http",
        "method": "POST",
        "path": PATH,
        "scheme": "http",
        "server": ("127.0.0.1", 8001),
        "headers": [(name.encode(), value.encode()) for name, value in whole.items()],
    }
    request = {"type": "http.request"}
    pieces = [{**request, "body": octets[:9], "more_body": True}, {**request, "body": octets[9:], "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Any:
        return pieces.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(with_waiting_front(_nothing, current=lambda: state)(scope, receive, send))
    start, rest = sent
    return Answered(start["status"], {k.decode(): v.decode() for k, v in start["headers"]}, rest["body"])


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("fell through")


def holds(schema: Json, name: str, value: Any) -> None:
    Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": schema["components"]}).validate(value)


def test_calls_are_made_and_answered_as_described(schema: Json) -> None:
    asked = body(STATE, [call("weather", city="Paris"), call("refund", "c2", order="A")], tool_context={})

    answered = posted(asked, x_request_id="r-1")

    holds(schema, "ToolCallsRequest", asked)
    holds(schema, "ToolCallsAnswer", answered.json)
    assert (answered.status, answered.headers["x-request-id"]) == (200, "r-1")
    assert [each["outcome"] for each in answered.json["results"]] == ["ok", "approval_required"]
    assert [row.tool for row in WRITER._waiting] == ["weather", "refund"]  # type: ignore[attr-defined]


def test_nesting_without_end_is_refused_before_anything_is_called() -> None:
    deep: Any = {}
    for _ in range(500):
        deep = {"a": deep}
    function = {"name": "refund", "arguments": '{"a":' * 20_000}
    asked = body(STATE, [call("refund", "c2") | {"function": function}], approvals={"c2": "x"})

    nested, approved = posted(body(STATE, [call("weather")], tool_context=deep)), posted(asked)

    assert (nested.status, nested.code) == (400, "malformed_json")
    assert (approved.status, approved.code) == (403, "approval_not_valid")
    assert not WRITER._waiting


def test_errors_that_are_raised_carry_what_finished(schema: Json) -> None:
    calls = [call("broken", "c1"), call("weather", "c2", city="Oslo")]

    answered = posted(body(STATE, calls, throw_on_tool_error=True))

    holds(schema, "ProblemDocument", answered.json)
    assert (answered.status, answered.code) == (502, "tool_calls_failed")
    assert [each["text"] for each in answered.json["result"]["results"]] == ["out of order", "rain in Oslo"]


@pytest.mark.parametrize(
    ("status", "code", "data", "headers"),
    [
        (401, "key_not_valid", {}, {"token": "nobody"}),
        (400, "foreign_host", {}, {"host": "evil.example"}),
        (415, "unsupported_media_type", {}, {"content_type": "text/plain"}),
        (400, "malformed_json", b"{", {}),
        (413, "body_too_large", b" " * (3 * 1024 * 1024), {}),
        (413, "body_too_large", b"{}", {"content_length": str(3 * 1024 * 1024)}),
        (422, "invalid_request", {}, {}),
        (403, "tool_token_not_valid", {"tool_token": "x", "assistant_message": {}}, {}),
    ],
)
def test_a_bad_request_has_its_answer(status: int, code: str, data: Any, headers: dict[str, Any]) -> None:
    answered = posted(data, **headers)

    assert (answered.status, answered.code) == (status, code)


def test_everything_else_is_djangos() -> None:
    with pytest.raises(AssertionError, match="fell through"):
        asyncio.run(with_waiting_front(_nothing)({"type": "http", "method": "GET", "path": PATH}, _never, _never))


def test_the_process_that_serves_pages_says_where_to_go() -> None:
    answered = Client().post(PATH, {}, content_type="application/json")

    assert (answered.status_code, json.loads(answered.content)["code"]) == (421, "wrong_process")


async def _never(*_: Any) -> Any:
    raise AssertionError
