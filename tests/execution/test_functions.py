"""Tools made of code: by mark, of a class, by hand, and found by name (seed 001 §25.1, 25.5, 25.6)."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypedDict

import pytest

from tests.execution import weather_tools
from tests.execution.calling import Bench, call
from tests.execution.weather_tools import DateTimeTools, WeatherRequest, WeatherService, current_weather
from toolgroups_admin.engine import compile_catalog
from toolgroups_admin.execution import (
    DiscoveryFailed,
    Functions,
    ToolContext,
    Undescribable,
    discovered,
    function_tool,
    tool,
    tools_of,
)

UNIT = {"enum": ["C", "F"], "type": "string"}
WEATHER_REQUEST = {
    "type": "object",
    "properties": {"location": {"type": "string"}, "unit": {"$ref": "#/$defs/Unit", "default": "C"}},
    "required": ["location"],
    "additionalProperties": False,
}


def test_a_schema_is_made_of_annotations_defaults_and_docstring() -> None:
    entry = Functions(weather_tools)["forecast"].entry()

    assert entry == {
        "key": "forecast",
        "description": "The weather of the next days.\n\nCall it when somebody asks what the weather will be.",
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Name of the city, in English"},
                "days": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 7,
                    "default": 1,
                    "description": "How many days ahead",
                },
                "near": {
                    "anyOf": [{"items": {"$ref": "#/$defs/WeatherRequest"}, "type": "array"}, {"type": "null"}],
                    "default": None,
                    "description": "Other places",
                },
                "unit": {"anyOf": [{"$ref": "#/$defs/Unit"}, {"type": "null"}], "default": None},
            },
            "required": ["city"],
            "additionalProperties": False,
            "$defs": {"Unit": UNIT, "WeatherRequest": WEATHER_REQUEST},
        },
        "return_direct": True,
        "executor": {"kind": "python", "function": "forecast"},
    }


def test_the_entries_are_tools_of_a_document() -> None:
    catalog = compile_catalog({"format": 1, "tools": Functions(weather_tools, DateTimeTools()).entries()})

    assert set(catalog.tools) == {"forecast", "currentWeather", "get_current_date_time", "set_alarm"}


def test_nested_arguments_come_as_the_types_that_were_declared() -> None:
    arguments = {"city": "上海", "near": [{"location": "苏州"}], "unit": "F"}

    assert Bench(weather_tools).texts(call("forecast", arguments)) == ["上海 1 ['苏州'] Unit.F"]


@pytest.mark.parametrize(
    "arguments", [{"city": 1}, {"city": "x", "days": "2"}, {"city": "x", "days": 8}, {"city": "x", "unit": "K"}]
)
def test_nothing_is_coerced(arguments: dict[str, Any]) -> None:
    assert Bench(weather_tools).outcomes(call("forecast", arguments)) == ["bad_arguments"]


def test_the_declared_types_hold_where_the_document_says_less() -> None:
    """Somebody edited the parameters away; the function still gets what it declares."""
    [offered] = [each for each in Bench(weather_tools).tools if each.name == "forecast"]
    bare = type(offered)(key="forecast", name="forecast", executor=offered.executor)
    bench = Bench(weather_tools, tools=[bare])

    assert bench.outcomes(call("forecast", {"city": 1}), call("forecast", {"days": 1}, "b")) == ["bad_arguments"] * 2


def test_one_class_has_several_tools() -> None:
    """§25.1, the first way."""
    assert [found.name for found in tools_of(DateTimeTools())] == ["get_current_date_time", "set_alarm"]
    assert [found.name for found in tools_of(DateTimeTools)] == ["get_current_date_time", "set_alarm"]


def test_several_sources_are_given_at_once() -> None:
    """§25.1, the second way: wallet and stocks, put together by the model."""

    class StockTools:
        @tool
        def price(self, company: str) -> float:
            return {"AAPL": 200.0, "NVDA": 100.0}[company]

    class WalletTools:
        @tool
        def shares(self) -> dict[str, int]:
            return {"AAPL": 2, "NVDA": 3}

    bench = Bench(StockTools(), WalletTools())

    assert bench.texts(call("shares")) == ['{"AAPL":2,"NVDA":3}']
    assert bench.texts(call("price", {"company": "AAPL"}, "a"), call("price", {"company": "NVDA"}, "b")) == [
        "200.0",
        "100.0",
    ]


def test_a_function_object_is_a_tool_by_hand() -> None:
    """§25.5: a function, a supplier, a consumer, and one with the tool context besides."""

    def with_context(request: WeatherRequest, context: ToolContext) -> str:
        return f"{request.location} {context['tenantId']}"

    bench = Bench(
        current_weather,
        function_tool("supplier", lambda: "supplied", description="", input_type=None),
        function_tool("consumer", _consume, description="", input_type=WeatherRequest),
        function_tool("both", with_context, description="", input_type=WeatherRequest),
        function_tool(
            "part", partial(with_context, context=ToolContext(tenantId="p")), description="", input_type=WeatherRequest
        ),
    )
    place = {"location": "Paris"}
    calls = [
        call(name, {} if name == "supplier" else place) for name in ("currentWeather", "supplier", "consumer", "both")
    ]

    assert bench.texts(*calls, context={"tenantId": "acme"}) == [
        '{"temp":30.0,"unit":"C"}',
        "supplied",
        "Done",
        "Paris acme",
    ]
    assert current_weather.entry()["parameters"]["required"] == ["location"]


def _consume(request: WeatherRequest) -> None:
    """Takes and returns nothing."""


@pytest.mark.parametrize("input_type", [str, int, list[str], dict[str, int]])
def test_an_input_type_is_a_class_with_fields(input_type: Any) -> None:
    """§25.5: no simple types and no collections."""
    with pytest.raises(Undescribable, match="no class with named fields"):
        function_tool("odd", _consume, description="", input_type=input_type)


def test_a_name_is_taken_once_and_both_owners_are_named() -> None:
    """§25.8: tools of one name."""
    with pytest.raises(ValueError, match=r"'forecast'.*weather_tools\.forecast_days.*weather_tools\.forecast_days"):
        Functions(weather_tools, weather_tools.forecast_days)


def variadic(*cities: str) -> None: ...
def keywords(**cities: str) -> None: ...
def unnamed(city: str, /) -> None: ...
def unknown(city: "Nowhere") -> None: ...  # type: ignore[name-defined]  # noqa: F821
def odd(city: Callable[[], int]) -> None: ...


@pytest.mark.parametrize("function", [variadic, keywords, unnamed, unknown, odd])
def test_a_function_that_no_model_could_call_is_refused_by_name(function: Any) -> None:
    with pytest.raises(Undescribable, match=function.__name__):
        tools_of(tool(function))


def test_what_holds_no_tool_is_refused() -> None:
    for source in (lambda: None, object(), [], sys):
        with pytest.raises(ValueError, match="@tool"):
            tools_of(source)


def test_a_marked_function_is_still_a_function() -> None:
    assert weather_tools.forecast_days("Paris") == "Paris 1 [] None"


def test_class_and_static_methods_are_tools_too() -> None:
    class Tools:
        @tool
        @classmethod
        def of_class(cls) -> str:
            return cls.__name__

        @staticmethod
        @tool
        def of_nobody() -> str:
            return "static"

    assert Bench(Tools()).texts(call("of_class"), call("of_nobody")) == ["Tools", "static"]


def test_tools_are_found_by_dotted_names() -> None:
    """§25.6: a module, a class that needs nothing, and an object."""
    module = "tests.execution.weather_tools"

    assert list(discovered([module], group=None)) == ["forecast", "currentWeather"]
    assert list(discovered([f"{module}:DateTimeTools", f"{module}:current_weather"], group=None)) == [
        "get_current_date_time",
        "set_alarm",
        "currentWeather",
    ]


@pytest.mark.parametrize("name", ["no.such.module", "tests.execution.weather_tools:Nothing", "json", "", "a b:c"])
def test_a_source_that_cannot_be_used_is_named(name: str) -> None:
    with pytest.raises(DiscoveryFailed) as failed:
        discovered([name], group=None)

    assert repr(name) in str(failed.value)


def test_a_function_that_vanished_is_an_error_result() -> None:
    bench = Bench(current_weather)
    bench.functions._tools.clear()

    assert bench.outcomes(call("currentWeather", {"location": "Paris"})) == ["tool_failed"]


def test_input_types_may_be_of_any_manner() -> None:
    assert WeatherService()(WeatherRequest("x")).temp == 30.0
    if sys.version_info >= (3, 12):

        class Place(TypedDict):
            name: str

        assert function_tool("typed", _consume, description="", input_type=Place).signature.whole == "request"


def test_tools_are_found_by_entry_points_of_installed_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """§25.6: a package brings its tools along."""
    package = tmp_path / "house_tools-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: house-tools\nVersion: 1.0\n")
    points = ["[toolgroups.tools]", "clock = tests.execution.weather_tools:DateTimeTools"]
    (package / "entry_points.txt").write_text("\n".join(points))
    monkeypatch.syspath_prepend(str(tmp_path))

    assert list(discovered()) == ["get_current_date_time", "set_alarm"]
    with pytest.raises(DiscoveryFailed, match=r"clock = .*twice"):
        discovered(["tests.execution.weather_tools:DateTimeTools"])
