"""A release with tools in code and over HTTP, the key that may have them called, and what a model asks for."""

import json
from collections.abc import Sequence
from typing import Any

from tests.engine.building import document, tool
from toolgroups_admin.engine import compile_catalog
from toolgroups_admin.execution import ToolContext
from toolgroups_admin.execution import tool as marked
from toolgroups_admin.releases.keys import digest_of
from toolgroups_admin.releases.live import LiveKey, LiveRelease, State
from toolgroups_admin.traffic.answering import answer

Json = dict[str, Any]
TOOLS = ["tests.traffic.shop"]  # what TOOLGROUPS_TOOLS says in these tests
KEY = LiveKey(1, "shop", "production", frozenset({"resolve", "execute"}))
refunds: list[str] = []


@marked
def weather(city: str) -> str:
    """The weather of a city.

    Args:
        city: Its name
    """
    return f"rain in {city}"


@marked
def customer(number: int, context: ToolContext) -> dict[str, Any]:
    """A customer.

    Args:
        number: Its number
    """
    return {"number": number, "known": context["tenant"] == "acme"}


@marked
def refund(order: str) -> str:
    """Gives money back.

    Args:
        order: Number of the order
    """
    refunds.append(order)
    return f"refunded {order}"


@marked
def broken() -> str:
    """Never works."""
    raise ValueError("out of order")


def python_tool(name: str, **members: Any) -> Json:
    return tool(name, executor={"kind": "python", "function": name}, **members)


def state_with(*tools: Json, off: frozenset[str] = frozenset(), key: LiveKey = KEY) -> State:
    """Release 3 of production, whose prompt `p` always sends these tools."""
    own = list(tools) or [
        python_tool("weather"),
        python_tool("customer"),
        python_tool("broken"),
        sensitive(),
        tool("mine"),
    ]
    catalog = compile_catalog(document(own_tools=own))
    live = LiveRelease("production", 3, catalog.digest, catalog).with_switches(off)
    return State(releases={"production": live}, keys={digest_of("executor"): key}, source="database")


def sensitive() -> Json:
    return python_tool("refund", sensitive=True)


def token(state: State, key: LiveKey = KEY, **members: Any) -> str:
    found = answer(key, {"prompt": "p", **members}, state=state).tool_token
    assert found is not None
    return found


def call(name: str, id: str = "c1", **arguments: Any) -> Json:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


def asks(*calls: Json) -> Json:
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def body(state: State, calls: Sequence[Json], **members: Any) -> Json:
    """What a program posts to have these calls made."""
    return {
        "tool_token": token(state),
        "messages": [{"role": "user", "content": "Please."}],
        "assistant_message": asks(*calls),
        **members,
    }
