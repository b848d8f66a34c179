"""The tools in code and those of the draft are kept in step: a plan first, and nothing of an editor's is lost."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from toolgroups_admin.catalog.models import Change, Tool


@pytest.fixture(autouse=True)
def _tools_in_code(settings: Settings, db: Any) -> None:
    settings.TOOLGROUPS_TOOLS = ["tests.traffic.shop"]


def said(*options: str) -> str:
    printed = StringIO()
    call_command("sync_tools", *options, stdout=printed)
    return printed.getvalue()


def test_a_plan_writes_nothing_and_applying_it_writes_everything_once() -> None:
    plan = said()
    assert "create    weather" in plan
    assert not Tool.objects.exists()

    said("--apply")
    weather = Tool.objects.get(key="weather")

    assert weather.executor == {"kind": "python", "function": "weather"}
    assert weather.parameters["properties"]["city"]["description"] == "Its name"
    assert said("--apply") == "4 unchanged\n"
    assert Change.objects.count() == Tool.objects.count() == 4


def test_what_is_the_editors_stays_theirs() -> None:
    said("--apply")
    Tool.objects.filter(key="weather").update(
        key="forecast", title="Wetter", sensitive=True, description="Better words.", parameters={"type": "object"}
    )

    kept, plan = said("--keep-descriptions"), said("--apply")
    tool = Tool.objects.get(key="forecast")

    assert "change    forecast: parameters\n" in kept
    assert "change    forecast: description, parameters\n" in plan
    assert (tool.title, tool.sensitive, tool.description) == ("Wetter", True, "The weather of a city.")


def test_a_tool_whose_function_vanished_is_told_and_kept() -> None:
    Tool.objects.create(key="old", executor={"kind": "python", "function": "old"})

    assert "vanished  old: " in said("--apply")
    assert Tool.objects.filter(key="old").exists()


def test_a_key_that_another_tool_has_is_told_and_that_one_kept() -> None:
    Tool.objects.create(key="weather")

    assert "taken     weather: " in said("--apply")
    assert Tool.objects.get(key="weather").executor == {"kind": "client"}
