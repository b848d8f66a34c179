"""The tool context reaches those who declare it, and nothing else (contract 14; seed 001 §25.4)."""

import json
import logging

import pytest

from tests.execution.calling import Bench, call, function
from toolgroups_admin.execution import ToolContext, tool, tool_context_of

CANARY = "canary-55e1"


@tool
def customer(id: int, context: ToolContext) -> dict[str, object]:
    return {"id": id, "tenant": context["tenantId"]}


def test_a_function_gets_the_context_by_declaring_it() -> None:
    texts = Bench(customer).texts(call("customer", {"id": 42}), context={"tenantId": "acme", "userId": "u-1001"})

    assert json.loads(texts[0]) == {"id": 42, "tenant": "acme"}


def test_the_context_is_no_parameter_for_the_model() -> None:
    [offered] = Bench(customer).tools

    assert offered.parameters is not None
    assert list(offered.parameters["properties"]) == ["id"]


def test_what_the_model_sends_never_overrides_it() -> None:
    """Field case 29, for a declared context and for keys that the tool lists."""

    @tool
    def orders(tenant_id: str) -> str:
        return tenant_id

    evil = {"id": 1, "context": {"tenantId": "evil"}}
    schema = {"type": "object", "properties": {"tenant_id": {"type": "string"}}, "required": ["tenant_id"]}
    listed = function(orders, context_keys=["tenant_id"], parameters=schema)
    bench = Bench(customer, orders, tools=[listed])
    context = {"tenantId": "acme", "tenant_id": "acme"}

    assert bench.outcomes(call("customer", evil), context=context) == ["bad_arguments"]
    assert bench.texts(call("orders", {"tenant_id": "evil"}), context=context) == ["acme"]
    assert bench.texts(call("orders", {}), context=context) == ["acme"]
    assert bench.outcomes(call("orders", {"tenant_id": "evil"}), context={}) == ["bad_arguments"]


def test_a_function_that_lists_keys_sees_only_those() -> None:
    @tool(context_keys=["tenantId"])
    def seen(context: ToolContext) -> list[str]:
        return list(context)

    assert Bench(seen).texts(call("seen"), context={"tenantId": "acme", "userId": "u-1"}) == ['["tenantId"]']


def test_the_requests_context_wins_over_the_prompts_defaults() -> None:
    assert tool_context_of({"region": "eu", "tenantId": "default"}, {"tenantId": "acme"}) == {
        "region": "eu",
        "tenantId": "acme",
    }


def test_no_value_of_it_is_shown_anywhere(caplog: pytest.LogCaptureFixture) -> None:
    """Field case 30: not in a log at the finest level, nor in errors, even of a schema that it breaks."""

    @tool
    def strict(tenant: int, context: ToolContext) -> str:
        raise ValueError(f"failed for {context!r}")

    schema = {"type": "object", "properties": {"tenant": {"type": "integer"}}, "not": {"required": ["tenant"]}}
    bench = Bench(strict, customer, tools=[function(strict, context_keys=["tenant"], parameters=schema)])
    caplog.set_level(logging.DEBUG)

    results = [
        bench.execute(call("strict", {}), context={"tenant": CANARY}),
        bench.execute(call("customer", {"id": "one"}), context={"tenantId": CANARY}),
    ]

    assert CANARY not in f"{results!r}{caplog.text}"
    assert "strict" in caplog.text
    assert results[0].results[0].failed
