"""Builders of scenarios that read like sentences."""

from typing import Any

from tests.engine.building import condition, contains, document, group, tool

Json = dict[str, Any]


def shop(*, keyword: str = "天气") -> Json:
    """A prompt `p` with groups `weather`, `order` and `vip`, and a tool of its own."""
    return document(
        group("weather", tool("get_weather"), system_prompt="Look outside.", matcher=contains(keyword)),
        group("order", tool("get_order"), matcher=contains("订单")),
        group("vip", tool("get_gift"), matcher=condition("attributes.plan", "equals", "premium")),
        own_tools=[tool("calculate")],
        system_message="You help.",
    )


def scenario(text: str = "上海天气", *, name: str = "weather in Shanghai", **expect: Any) -> Json:
    """A scenario of prompt `p` in which the user says this."""
    context = {"prompt": "p", "messages": [{"role": "user", "content": text}]}
    return {"name": name, "context": context, "expect": expect or {"hits": ["weather"]}}
