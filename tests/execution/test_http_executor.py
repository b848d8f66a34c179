"""Tools that are a request: where arguments go, and who we are."""

import base64
import json
import logging
from typing import Any

import pytest

from tests.execution.calling import Bench, Json, call
from tests.execution.servers import Asked, Destination, Says, redirect, serving
from tests.execution.shop import CANARY, executed, shop
from toolgroups_admin.engine import Tool
from toolgroups_admin.execution import (
    AllowList,
    APIKeyAuth,
    Auth,
    BasicAuth,
    BearerAuth,
    ClientCredentials,
    Connection,
)

__all__ = ["shop"]


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


def test_credentials_are_not_taken_along_where_a_token_is_said_to_be() -> None:
    def answer(asked: Asked) -> Says:
        return redirect("/elsewhere", 307) if asked.path == "/token" else Says({"access_token": "t"})

    with serving(answer) as server:
        result, asked = executed(server, auth=ClientCredentials(f"{server.url}/token", "we", "secret"))

    assert (result.outcome, [each.path for each in asked]) == ("connection_failed", ["/token"])


@pytest.mark.parametrize("said", [Says(status=500), Says("no JSON"), Says({"token": "x"}), Says([1]), redirect("/t")])
def test_a_token_that_cannot_be_had_is_an_error_result(said: Says) -> None:
    with serving(lambda _: said) as server:
        result, _ = executed(server, auth=ClientCredentials(f"{server.url}/token", "we", "secret"))

    assert (result.outcome, "sign in" in result.text) == ("connection_failed", True)
