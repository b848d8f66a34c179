"""Tools that are a request: where arguments go, who we are, what of the answer is told, what fails cleanly."""

import base64
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.execution.calling import Bench, Json, call
from tests.execution.servers import Asked, Destination, Says, redirect, serving
from toolgroups_admin.engine import Tool
from toolgroups_admin.execution import (
    AllowList,
    APIKeyAuth,
    Auth,
    BasicAuth,
    BearerAuth,
    CircuitBreaker,
    ClientCredentials,
    Connection,
)

CANARY = "canary-90ab"
ORDER: Json = {"order": {"id": 7, "lines": [{"sku": "A"}, {"sku": "B"}]}, "note": "好"}
Ask = Callable[..., list[Any]]


@pytest.fixture(scope="module")
def shop() -> Iterator[Destination]:
    """Answers an order, what it was asked, or the status that the path names; asks for a token at `/secured`."""

    def answer(asked: Asked) -> Says:
        step = asked.path.strip("/").partition("/")[2].partition("?")[0]
        if asked.path.startswith("/status/"):
            return Says("it was " + asked.headers.get("authorization", "so"), int(step))
        if asked.path == "/token":
            return Says({"access_token": f"token-{CANARY}", "expires_in": 3600})
        if asked.path.startswith("/order"):
            return Says(ORDER, headers={"Content-Type": "application/json"})
        said = {"/empty": Says(status=204), "/image": Says(b"PNG", headers={"Content-Type": "image/png"})}
        return said.get(asked.path, Says(f"echo {dict(asked.headers)}"))

    with serving(answer) as destination:
        yield destination


def executed(
    shop: Destination,
    sent: Json | None = None,
    *,
    places: Json | None = None,
    method: str = "GET",
    path: str = "/echo",
    auth: Auth | None = None,
    context: Json | None = None,
    base: str = "",
    allow: AllowList | None = None,
    **executor: Any,
) -> tuple[Any, list[Asked]]:
    """The result of one call, and what the destination was asked meanwhile."""
    written = {
        "kind": "http",
        "connection": "shop",
        "method": method,
        "path": path,
        "arguments": places or {},
        **executor,
    }
    connection = Connection("shop", "http", base or shop.url, auth, headers={"X-House": CANARY})
    bench = Bench(tools=[Tool(key="t", name="t", executor=written)], allow=allow or AllowList([shop.allowed]))
    before = len(shop.asked)
    [result] = bench.execute(call("t", sent or {}), context=context, connections={"shop": connection}).results
    return result, shop.asked[before:]


PLACES: list[tuple[str, str, Json, Json, str, Any]] = [
    ("GET", "/orders/{no}", {}, {"no": "AF 1/2?#"}, "/orders/AF%201%2F2%3F%23", None),
    ("GET", "/orders/{no}", {}, {"no": 7, "full": True}, "/orders/7?full=true", None),
    (
        "GET",
        "/orders?a=1",
        {},
        {"q": "上海 &", "tags": ["x", "y"], "none": None},
        "/orders?a=1&q=%E4%B8%8A%E6%B5%B7%20%26&tags=x&tags=y",
        None,
    ),
    ("DELETE", "/orders/{no}", {"why": "body"}, {"no": "7", "why": "lost"}, "/orders/7", {"why": "lost"}),
    ("POST", "/orders", {}, {"lines": [{"sku": "A"}]}, "/orders", {"lines": [{"sku": "A"}]}),
    (
        "PUT",
        "/orders/{no}",
        {"dry": "query"},
        {"no": "7", "dry": False, "x": {"y": None}},
        "/orders/7?dry=false",
        {"x": {"y": None}},
    ),
    ("PATCH", "/订单/{no}", {}, {"no": "七"}, "/%E8%AE%A2%E5%8D%95/%E4%B8%83", None),
    ("GET", "/a/{x}/{y}", {}, {"x": "%2e%2e", "y": "a..b"}, "/a/%252e%252e/a..b", None),
]


@pytest.mark.parametrize(("method", "path", "places", "arguments", "target", "body"), PLACES)
def test_each_argument_goes_where_it_is_said(
    shop: Destination, method: str, path: str, places: Json, arguments: Json, target: str, body: Any
) -> None:
    _, [asked] = executed(shop, arguments, method=method, path=path, places=places)

    assert (asked.method, asked.path) == (method, target)
    assert (json.loads(asked.body) if asked.body else None) == body


def test_the_path_stands_below_that_of_the_connection(shop: Destination) -> None:
    _, [asked] = executed(shop, {"no": 7}, path="/orders/{no}", base=f"{shop.url}/api/v2/")

    assert asked.path == "/api/v2/orders/7"


@pytest.mark.parametrize("value", ["..", ".", "", None])
def test_an_argument_never_leaves_its_segment(shop: Destination, value: Any) -> None:
    result, asked = executed(shop, {"no": value}, path="/orders/{no}/lines")

    assert (result.outcome, asked) == ("bad_arguments", [])


@pytest.mark.parametrize("path", ["/../admin", "/a/%2e%2e/admin", "/a\\..\\admin", "/.."])
def test_a_path_never_leaves_its_connection(shop: Destination, path: str) -> None:
    result, asked = executed(shop, path=path, base=f"{shop.url}/api")

    assert (result.outcome, asked) == ("tool_failed", [])


@pytest.mark.parametrize("path", ["//evil.example/x", "@evil.example/x", "http://evil.example/x", ":9/x"])
def test_a_path_never_names_another_host(shop: Destination, path: str) -> None:
    _, [asked] = executed(shop, path=path)

    assert asked.headers["host"] == f"localhost:{shop.port}"


def test_headers_take_arguments_and_cannot_be_broken_out_of(shop: Destination) -> None:
    places = {"X-Name": "header", "X-Evil": "header"}
    _, [asked] = executed(shop, {"X-Name": "上海", "X-Evil": "a\r\nX-Admin: 1"}, places=places)

    assert asked.headers["x-name"] == "%E4%B8%8A%E6%B5%B7"
    assert asked.headers["x-evil"] == "a%0D%0AX-Admin: 1"
    assert "x-admin" not in asked.headers


@pytest.mark.parametrize("name", ["Authorization", "host", "Cookie", "Content-Length", "bad name"])
def test_some_headers_are_never_the_models(shop: Destination, name: str) -> None:
    result, asked = executed(shop, {name: "x"}, places={name: "header"})

    assert (result.failed, asked) == (True, [])


def test_the_tool_context_goes_out_by_its_listed_keys_alone(shop: Destination) -> None:
    """Field case 29: what the model sends for them is dropped."""
    _, [asked] = executed(
        shop,
        {"tenant_id": "evil", "q": "x"},
        places={"tenant_id": "header"},
        context_keys=["tenant_id"],
        context={"tenant_id": "acme", "user_id": CANARY},
    )

    assert asked.headers["tenant_id"] == "acme"
    assert (asked.path, CANARY in asked.path) == ("/echo?q=x", False)


AUTHS: list[tuple[Auth, str, str]] = [
    (BearerAuth(CANARY), "authorization", f"Bearer {CANARY}"),
    (BasicAuth("we", CANARY), "authorization", "Basic " + base64.b64encode(f"we:{CANARY}".encode()).decode()),
    (APIKeyAuth("X-Api-Key", CANARY), "x-api-key", CANARY),
]


@pytest.mark.parametrize(("auth", "header", "value"), AUTHS)
def test_the_connection_says_who_we_are_and_no_echo_tells_the_model(
    shop: Destination, auth: Auth, header: str, value: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Field case 30: an answer or an error that repeats a secret has it masked."""
    caplog.set_level(logging.DEBUG)
    result, [asked] = executed(shop, auth=auth)
    failed, _ = executed(shop, auth=auth, path="/status/401")

    assert (asked.headers[header], asked.headers["x-house"]) == (value, CANARY)
    assert value not in f"{result!r}{failed!r}{caplog.text}"
    assert CANARY not in f"{result!r}{failed!r}{caplog.text}"
    assert "******" in result.text


def test_a_key_may_stand_in_the_query_and_in_no_log(shop: Destination, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    _, [asked] = executed(shop, {"q": "x"}, auth=APIKeyAuth("key", CANARY, "query"))

    assert asked.path == f"/echo?q=x&key={CANARY}"
    assert CANARY not in caplog.text


def test_client_credentials_fetch_a_token_and_use_it_again(shop: Destination) -> None:
    auth = ClientCredentials(f"{shop.url}/token", "we", CANARY, "read")
    tool = Tool(key="t", name="t", executor={"kind": "http", "connection": "c", "method": "GET", "path": "/x"})
    bench = Bench(tools=[tool], allow=AllowList([shop.allowed]))
    before = len(shop.asked)

    result = bench.execute(
        call("t", id="a"), call("t", id="b"), connections={"c": Connection("c", "http", shop.url, auth)}
    )

    token, *others = shop.asked[before:]
    assert (token.path, token.body) == ("/token", b"grant_type=client_credentials&scope=read")
    assert [each.headers["authorization"] for each in others] == [f"Bearer token-{CANARY}"] * 2
    assert CANARY not in repr(result)


def test_a_refused_token_is_fetched_anew_once() -> None:
    def answer(asked: Asked) -> Says:
        if asked.path == "/token":
            return Says({"access_token": f"token-{len(server.asked)}"})
        return Says("in") if asked.headers["authorization"] != "Bearer token-1" else Says(status=401)

    with serving(answer) as server:
        result, asked = executed(server, auth=ClientCredentials(f"{server.url}/token", "we", "secret"))

    assert (result.text, [each.path for each in asked]) == ("in", ["/token", "/echo", "/token", "/echo"])


@pytest.mark.parametrize("said", [Says(status=500), Says("no JSON"), Says({"token": "x"}), Says([1]), redirect("/t")])
def test_a_token_that_cannot_be_had_is_an_error_result(said: Says) -> None:
    with serving(lambda _: said) as server:
        result, _ = executed(server, auth=ClientCredentials(f"{server.url}/token", "we", "secret"))

    assert (result.outcome, "sign in" in result.text) == ("connection_failed", True)


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
    assert "may be called" in result.text


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
