"""Tools as an installation might bring them along; found by name in the tests of discovery."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pydantic import Field

from toolgroups_admin.execution import function_tool, tool


class Unit(Enum):
    C = "C"
    F = "F"


@dataclass
class WeatherRequest:
    location: str
    unit: Unit = Unit.C


@dataclass
class WeatherResponse:
    temp: float
    unit: Unit


class WeatherService:
    def __call__(self, request: WeatherRequest) -> WeatherResponse:
        return WeatherResponse(30.0, request.unit)


class DateTimeTools:
    """Two tools of one class (seed 001 §25.1)."""

    @tool
    def get_current_date_time(self) -> str:
        """Get the current date and time in the user's timezone."""
        return "2026-11-30T08:00:00+08:00"

    @tool
    def set_alarm(self, time: str) -> None:
        """Set a user alarm for the given time.

        Args:
            time: Time in ISO-8601 format
        """


@tool(name="forecast", return_direct=True)
def forecast_days(
    city: str,
    days: Annotated[int, Field(ge=1, le=7, description="How many days ahead")] = 1,
    near: list[WeatherRequest] | None = None,
    unit: Unit | None = None,
) -> str:
    """The weather of the next days.

    Call it when somebody asks what the weather will be.

    Args:
        city: Name of the city,
            in English
        near: Other places
    """
    return f"{city} {days} {[place.location for place in near or []]} {unit}"


current_weather = function_tool(
    "currentWeather", WeatherService(), description="Get the weather in location", input_type=WeatherRequest
)
