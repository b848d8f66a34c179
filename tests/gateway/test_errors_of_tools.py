"""Errors of tools in a chat: told to the model or raised to the caller, who then has everything that finished."""

import asyncio
from dataclasses import replace
from typing import Any

import openai
import pytest
from pytest_django.fixtures import Settings

from tests.engine.building import document, group
from tests.execution.calling import USER, Json, asks, call
from tests.execution.servers import Says
from tests.gateway.chatting import Desk, python
from tests.gateway.models import Model
from toolgroups_admin.catalog.functions import configured_functions
from toolgroups_admin.execution import ErrorPolicy, manager, tool
from toolgroups_admin.traffic.writing import WRITER

FAILING = asks(call("number_of_shares"), call("stock_price", {"company": "XYZ"}))
ANSWER: Json = {"role": "assistant", "content": "So it is."}


@pytest.fixture(autouse=True)
def _script(model: Model, desk: Desk) -> None:
    model.script = lambda messages: ANSWER if messages[-1]["role"] == "tool" else FAILING


def chat(caller: openai.OpenAI, throw: bool | None) -> Any:
    said: list[Any] = [USER]
    own = {"throw_on_tool_error": throw}
    return caller.chat.completions.create(model="m", messages=said, extra_body={"toolgroups": own}).to_dict()


def throwing(desk: Desk) -> None:
    """As TOOLGROUPS_THROW_ON_TOOL_ERROR has it."""
    destinations = desk.around.destinations
    policy = ErrorPolicy(throw_on_tool_error=True)
    desk.around = replace(
        desk.around, destinations=replace(destinations, manager=replace(destinations.manager, policy=policy))
    )


def test_an_error_is_told_to_the_model_unless_somebody_wants_it_raised(chatter: openai.OpenAI) -> None:
    whole = chat(chatter, throw=None)

    assert whole["choices"][0]["message"]["content"] == "So it is."
    assert [each["outcome"] for each in whole["toolgroups"]["tool_calls"]] == ["ok", "tool_failed"]


@pytest.mark.parametrize("by_settings", [False, True])
def test_an_error_that_is_raised_carries_what_finished_and_is_recorded(
    chatter: openai.OpenAI, desk: Desk, by_settings: bool
) -> None:
    if by_settings:
        throwing(desk)

    with pytest.raises(openai.InternalServerError) as caught:
        chat(chatter, throw=None if by_settings else True)

    finished = caught.value.response.json()["toolgroups"]
    assert caught.value.code == "tool_failed"
    assert [each["outcome"] for each in finished["tool_calls"]] == ["ok", "tool_failed"]
    assert [each["role"] for each in finished["messages"]] == ["assistant", "tool", "tool"]
    assert recorded() == {("number_of_shares", "ok"), ("stock_price", "tool_failed")}


def test_the_requests_own_policy_wins_over_that_of_the_settings(chatter: openai.OpenAI, desk: Desk) -> None:
    throwing(desk)

    assert chat(chatter, throw=False)["choices"][0]["finish_reason"] == "stop"


def test_a_policy_of_another_type_is_said_to_be_that(chatter: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        chat(chatter, throw="yes")  # type: ignore[arg-type]

    assert caught.value.param == "toolgroups.throw_on_tool_error"


def test_calls_are_recorded_though_the_model_fails_afterwards(model: Model, chatter: openai.OpenAI) -> None:
    model.script = _broken_after_a_round

    with pytest.raises(openai.APIStatusError):
        chat(chatter, throw=None)

    assert recorded() == {("number_of_shares", "ok")}


def _broken_after_a_round(messages: list[Json]) -> Json | Says:
    return Says("", 500) if messages[-1]["role"] == "tool" else asks(call("number_of_shares"))


def test_a_call_that_is_cut_off_with_its_chat_is_recorded_beside_those_that_were_over(
    model: Model, chatter: openai.OpenAI, desk: Desk, settings: Settings
) -> None:
    settings.TOOLGROUPS_TOOLS = [*settings.TOOLGROUPS_TOOLS, f"{__name__}:endless"]
    settings.CHAT_SECONDS = 0.1
    destinations = desk.around.destinations
    tools = manager(functions=configured_functions(), allow=destinations.allow)
    desk.release(
        document(group("g", python("endless"), python("number_of_shares")), default_model="m"),
        around={"destinations": replace(destinations, manager=tools)},
    )
    model.script = lambda messages: asks(call("endless"), call("number_of_shares"))

    with pytest.raises(openai.InternalServerError):
        chat(chatter, throw=None)

    assert recorded() == {("number_of_shares", "ok"), ("endless", "cancelled")}


@tool
async def endless() -> None:
    """Waits for ever."""
    await asyncio.Event().wait()


def recorded() -> set[tuple[str, str]]:
    return {(row.tool, row.outcome) for row in WRITER._waiting}  # type: ignore[attr-defined]
