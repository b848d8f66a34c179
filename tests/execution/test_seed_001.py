"""Seed 001, section by section: its examples end to end, and the pitfalls that it warns of, by name."""

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.execution.calling import USER, Bench, Json, asks, call
from tests.execution.weather_tools import DateTimeTools, WeatherRequest, WeatherService, current_weather
from toolgroups_admin.engine import LINT_RULES
from toolgroups_admin.execution import (
    ErrorPolicy,
    Functions,
    ToolCallsFailed,
    ToolContext,
    calls_of,
    function_tool,
    run_chat,
    tool,
)

ANSWER: Json = {"role": "assistant", "content": "So it is."}


class StockTools:
    @tool
    def stock_price(self, company: str) -> float:
        """The latest price of a share in dollars.

        Args:
            company: Ticker symbol of the company, such as AAPL
        """
        return {"AAPL": 200.0, "NVDA": 100.0}[company]


class WalletTools:
    @tool
    def number_of_shares(self) -> dict[str, int]:
        """How many shares of each company are in my wallet."""
        return {"AAPL": 2, "NVDA": 3}


class CustomerTools:
    @tool
    def customer_info(self, id: int, context: ToolContext) -> dict[str, Any]:
        """Retrieve customer information."""
        return {"id": id, "tenant": context["tenantId"], "asked_by": context.get("userId")}

    @tool(return_direct=True)
    def customer_record(self, id: int) -> dict[str, Any]:
        """Retrieve a customer's record for the user."""
        return {"id": id, "name": "Jane"}


def answers_of(messages: Sequence[Mapping[str, Any]]) -> list[str]:
    return [str(message["content"]) for message in messages if message["role"] == "tool"]


def test_25_1_the_wallets_value_is_put_together_from_two_tool_classes_in_series() -> None:
    bench = Bench(StockTools(), WalletTools())

    def model(messages: Sequence[Mapping[str, Any]]) -> Json:
        known = answers_of(messages)
        if not known:
            return asks(call("number_of_shares"))
        shares = json.loads(known[0])
        if len(known) == 1:
            return asks(*(call("stock_price", {"company": name}, name) for name in shares))
        total = sum(count * float(price) for count, price in zip(shares.values(), known[1:], strict=True))
        return {"role": "assistant", "content": f"${total}"}

    chat = run_chat(bench.manager, model, [USER], bench.tools)

    assert chat.messages[-1]["content"] == "$700.0"


def test_25_2_an_alarm_is_set_from_the_current_time_one_step_after_the_other() -> None:
    bench = Bench(DateTimeTools())

    def model(messages: Sequence[Mapping[str, Any]]) -> Json:
        known = answers_of(messages)
        if not known:
            return asks(call("get_current_date_time"))
        if len(known) == 1:
            return asks(call("set_alarm", {"time": known[0].replace("08:00:00", "08:10:00")}))
        return ANSWER

    chat = run_chat(bench.manager, model, [USER], bench.tools)

    assert answers_of(chat.messages) == ["2026-11-30T08:00:00+08:00", "Done"]


def test_25_2_amsterdam_and_paris_are_asked_in_one_message() -> None:
    bench = Bench(current_weather)

    result = bench.execute(*(call("currentWeather", {"location": city}, city) for city in ("Amsterdam", "Paris")))

    assert [(each.id, each.text) for each in result.results] == [
        ("Amsterdam", '{"temp":30.0,"unit":"C"}'),
        ("Paris", '{"temp":30.0,"unit":"C"}'),
    ]


def test_25_3_a_direct_result_leaves_the_loop_and_the_model_is_not_asked_again() -> None:
    bench = Bench(CustomerTools())
    asked = []

    def model(messages: Sequence[Mapping[str, Any]]) -> Json:
        asked.append(messages)
        return asks(call("customer_record", {"id": 42}))

    chat = run_chat(bench.manager, model, [USER], bench.tools)

    assert (chat.direct, len(asked)) == (('{"id":42,"name":"Jane"}',), 1)


def test_25_4_the_tenant_comes_from_the_tool_context_and_never_from_the_model() -> None:
    bench = Bench(CustomerTools())
    context = {"tenantId": "acme", "userId": "u-1001"}

    [text] = bench.texts(call("customer_info", {"id": 42}), context=context)

    assert json.loads(text) == {"id": 42, "tenant": "acme", "asked_by": "u-1001"}


def test_25_5_a_function_object_with_an_input_type_is_a_tool() -> None:
    weather = function_tool("weather", WeatherService(), description="…", input_type=WeatherRequest)

    assert Bench(weather).texts(call("weather", {"location": "Delft", "unit": "F"})) == ['{"temp":30.0,"unit":"F"}']


def test_25_6_a_tool_is_known_by_its_name() -> None:
    functions = Functions(current_weather, DateTimeTools())

    assert functions["currentWeather"].entry()["executor"] == {"kind": "python", "function": "currentWeather"}


def test_25_7_an_error_is_told_to_the_model_or_thrown() -> None:
    bench, unknown = Bench(StockTools()), call("stock_price", {"company": "XYZ"})

    assert bench.outcomes(unknown) == ["tool_failed"]
    with pytest.raises(ToolCallsFailed):
        Bench(StockTools(), policy=ErrorPolicy(throw_on_tool_error=True)).execute(unknown)


def test_25_8_an_optional_parameter_is_not_required() -> None:
    @tool
    def search(text: str, limit: int | None = None) -> str:
        """Search."""
        return f"{text} {limit}"

    [offered] = Bench(search).tools

    assert offered.parameters is not None
    assert offered.parameters["required"] == ["text"]
    assert Bench(search).texts(call("search", {"text": "x"})) == ["x None"]


def test_25_8_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        Functions(StockTools(), StockTools())


def test_25_8_a_models_message_alone_executes_nothing() -> None:
    """The calls in it are only declared; somebody must execute them."""
    assert [asked.name for asked in calls_of(asks(call("anything")))] == ["anything"]


def test_25_8_each_step_is_in_the_debug_log_and_no_value_is(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "toolgroups_admin.execution")

    Bench(StockTools()).execute(call("stock_price", {"company": "NVDA"}, "call-7"))

    assert "call 'call-7' of 'stock_price' begins (python)" in caplog.text
    assert "call 'call-7' of 'stock_price': ok after" in caplog.text
    assert "NVDA" not in caplog.text
    assert "100.0" not in caplog.text


def test_25_8_lint_warns_of_the_pitfalls_of_documents() -> None:
    """Each is tried in tests/engine/linting."""
    pitfalls = {"description_missing", "description_vague", "required_parameter_without_source", "name_conflict"}

    assert pitfalls | {"sensitive_always_sent"} <= set(LINT_RULES)


def test_25_9_the_loop_can_be_run_by_hand() -> None:
    bench = Bench(CustomerTools())
    lines = iter([asks(call("customer_info", {"id": 42})), ANSWER])
    messages: list[Any] = [USER]

    said = next(lines)
    while calls_of(said):
        result = bench.manager.execute(messages, said, bench.tools, {"tenantId": "acme"})
        messages = list(result.conversation_history)
        said = next(lines)

    assert (messages[-1]["role"], said) == ("tool", ANSWER)
