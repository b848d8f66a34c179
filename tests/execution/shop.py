"""A destination of HTTP tools, and one call of such a tool."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.execution.calling import Bench, Json, call
from tests.execution.servers import Asked, Destination, Says, serving
from toolgroups_admin.engine import Tool
from toolgroups_admin.execution import AllowList, Auth, Connection

CANARY = "canary-90ab"
ORDER: Json = {"order": {"id": 7, "lines": [{"sku": "A"}, {"sku": "B"}]}, "note": "好"}


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
