"""What of an HTTP service's answer is told, and what fails cleanly."""

import asyncio
import json

import pytest

from tests.execution.calling import USER, Bench, asks, call
from tests.execution.servers import Destination, Says, serving
from tests.execution.shop import ORDER, executed, shop
from toolgroups_admin.engine import Tool
from toolgroups_admin.execution import AllowList, CircuitBreaker, Connection

__all__ = ["shop"]

ANSWERS: list[tuple[str, str | None, str]] = [
    ("/order", None, json.dumps(ORDER)),
    ("/order", "$.order.id", "7"),
    ("/order", "$.note", "好"),
    ("/order", "$.order.lines[*].sku", '["A","B"]'),
    ("/order", "$.order.lines[?@.sku=='C']", "[]"),
    ("/empty", None, "Done"),
    ("/image", None, '{"mimeType":"image/png","data":"UE5H"}'),
]


@pytest.mark.parametrize(("path", "answer", "text"), ANSWERS)
def test_the_answer_is_told_or_what_the_path_finds_in_it(
    shop: Destination, path: str, answer: str | None, text: str
) -> None:
    result, _ = executed(shop, path=path, answer=answer)

    assert (result.outcome, result.text) == ("ok", text)


@pytest.mark.parametrize(("path", "answer"), [("/order", "$.nothing"), ("/order", "$[["), ("/echo", "$.x")])
def test_an_answer_in_which_nothing_is_found_is_an_error_result(shop: Destination, path: str, answer: str) -> None:
    result, _ = executed(shop, path=path, answer=answer)

    assert result.outcome == "tool_failed"


def test_a_large_answer_is_read_no_further_than_the_bound() -> None:
    with serving(lambda _: Says("x" * 5_000_000)) as server:
        plain, _ = executed(server)
        searched, _ = executed(server, answer="$.x")

    assert (plain.cut, len(plain.text) < 110_000) == (True, True)
    assert "more than" in searched.text


@pytest.mark.parametrize("status", [400, 404, 500])
def test_an_error_status_is_an_error_result_with_what_the_service_says(shop: Destination, status: int) -> None:
    result, _ = executed(shop, path=f"/status/{status}")

    assert result.outcome == "tool_failed"
    assert str(status) in result.text
    assert "it was so" in result.text


def test_a_service_that_is_busy_is_asked_again_only_when_the_tool_is_idempotent(shop: Destination) -> None:
    _, once = executed(shop, path="/status/503")
    _, thrice = executed(shop, path="/status/503", idempotent=True)

    assert (len(once), len(thrice)) == (1, 3)


def test_a_service_that_is_away_is_an_error_result() -> None:
    with serving(lambda _: Says()) as gone:
        pass

    result, _ = executed(gone)

    assert result.outcome == "connection_failed"
    assert str(gone.port) not in result.text


def test_a_service_that_dies_midway_is_an_error_result() -> None:
    lie = Says("half", headers={"Content-Length": "400"})
    with serving(lambda _: lie) as server:
        result, _ = executed(server, timeout=1)

    assert result.outcome in ("connection_failed", "timed_out")


def test_an_address_that_is_not_allowed_is_an_error_result(shop: Destination) -> None:
    """Field case 47."""
    result, asked = executed(shop, allow=AllowList(["localhost:1"]))

    assert (result.outcome, asked) == ("connection_failed", [])
    assert "may not be called" in result.text


def test_a_connection_that_is_missing_or_of_another_kind_is_named(shop: Destination) -> None:
    tool = Tool(key="t", name="t", executor={"kind": "http", "connection": "crm", "method": "GET", "path": "/"})

    for connections in ({}, {"crm": Connection("crm", "mcp", shop.url)}):
        [result] = Bench(tools=[tool]).execute(call("t"), connections=connections).results
        assert (result.outcome, "'crm'" in result.text) == ("connection_failed", True)


def test_a_destination_that_keeps_failing_is_left_alone_and_tried_again_later(shop: Destination) -> None:
    now = [0.0]
    tools = [
        Tool(key=name, name=name, executor={"kind": "http", "connection": "c", "method": "GET", "path": path})
        for name, path in (("busy", "/status/503"), ("fine", "/order"))
    ]
    circuits = CircuitBreaker(failures=2, seconds=10, clock=lambda: now[0])
    bench = Bench(tools=tools, allow=AllowList([shop.allowed]), circuits=circuits)
    connections = {"c": Connection("c", "http", shop.url)}

    def outcomes(*names: str) -> list[str]:
        return [bench.outcomes(call(name), connections=connections)[0] for name in names]

    assert outcomes("busy", "busy", "fine") == ["tool_failed", "tool_failed", "connection_failed"]
    now[0] = 11.0
    assert outcomes("busy", "fine") == ["tool_failed", "connection_failed"]
    now[0] = 22.0
    assert outcomes("fine", "busy", "fine") == ["ok", "tool_failed", "ok"]


def test_callers_in_any_loop_are_served_over_the_same_lines(shop: Destination) -> None:
    tool = Tool(key="t", name="t", executor={"kind": "http", "connection": "c", "method": "GET", "path": "/order"})
    bench = Bench(tools=[tool], allow=AllowList([shop.allowed]))
    connections = {"c": Connection("c", "http", shop.url)}
    asked = asks(call("t", id="a"), call("t", id="b"))

    for _ in range(2):
        result = asyncio.run(bench.manager.aexecute([USER], asked, bench.tools, connections=connections))
        assert [each.outcome for each in result.results] == ["ok", "ok"]
    assert bench.outcomes(call("t"), connections=connections) == ["ok"]
