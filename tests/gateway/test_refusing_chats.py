"""What the gateway does not answer, in OpenAI's shape."""

from typing import Any

import openai
import pytest

from tests.engine.building import condition, document, group, tool
from tests.execution.calling import USER, Json, asks, call
from tests.gateway.chatting import Desk, client
from tests.gateway.models import Model

SAID: Any = [USER]
WRONG: list[tuple[str, Json, int, str]] = [
    ("nobody", {}, 401, "invalid_api_key"),
    ("resolver", {}, 403, "scope_missing"),
    ("anybody", {}, 400, "prompt_missing"),
    ("anybody", {"extra_body": {"toolgroups": {"prompt": "q"}}}, 404, "unknown_prompt"),
    ("anybody", {"extra_headers": {"X-ToolGroups-Prompt": "q"}}, 404, "unknown_prompt"),
    ("anybody", {"metadata": {"prompt": "q"}}, 404, "unknown_prompt"),
    ("chatter", {"extra_body": {"toolgroups": {"promt": "p"}}}, 400, "unknown_member"),
    ("chatter", {"extra_body": {"toolgroups": "p"}}, 400, "wrong_type"),
    ("chatter", {"extra_body": {"toolgroups": {"tools": 3}}}, 400, "wrong_type"),
    ("chatter", {"extra_body": {"stream_options": 3}}, 400, "wrong_type"),
    ("chatter", {"extra_headers": {"X-ToolGroups-Attributes": "x"}}, 400, "wrong_type"),
    ("chatter", {"messages": [{"role": "robot", "content": ""}]}, 400, "unknown_role"),
    ("chatter", {"model": "unknown"}, 404, "model_not_found"),
    ("chatter", {"n": 2}, 400, "unsupported"),
    ("chatter", {"tools": [{"type": "custom", "custom": {"name": "x"}}]}, 400, "unsupported"),
]


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(("token", "members", "status", "code"), WRONG)
def test_what_is_wrong_is_said_with_status_and_code(
    url: str, token: str, members: Json, status: int, code: str
) -> None:
    whole: Any = {"model": "m", "messages": [USER], **members}

    with client(url, token) as caller, pytest.raises(openai.APIStatusError) as caught:
        caller.chat.completions.create(**whole)

    assert (caught.value.status_code, caught.value.code) == (status, code)
    assert len(caught.value.message) > 20


def test_a_chat_that_takes_too_long_ends(model: Model, chatter: openai.OpenAI, settings: Any) -> None:
    settings.CHAT_SECONDS = 0.05
    model.script = lambda messages: asks(call("currentWeather", {"location": "Paris"}))

    with pytest.raises(openai.InternalServerError) as caught:
        chatter.chat.completions.create(model="m", messages=SAID)

    assert caught.value.code in {"chat_timed_out", "provider_timed_out"}


def test_a_model_that_calls_for_ever_is_stopped(model: Model, chatter: openai.OpenAI) -> None:
    model.script = lambda messages: asks(*(call("number_of_shares", None, f"c{n}") for n in range(30)))

    whole = chatter.chat.completions.create(model="m", messages=SAID)

    assert whole.choices[0].finish_reason == "length"
    assert len(model.place.asked) == 3


def test_rules_see_what_headers_and_members_say(model: Model, desk: Desk, url: str) -> None:
    desk.release(
        document(
            group("vip", tool("gift"), matcher=condition("attributes.plan", "equals", "premium")),
            group("named", tool("hello"), matcher=condition("account_id", "equals", "a-1")),
            default_model="house/other/m",
        )
    )
    said: Any = {"X-ToolGroups-Attributes": '{"plan": "premium"}', "X-ToolGroups-Account-ID": "a-1"}

    with client(url, "anybody") as caller:
        whole: Any = caller.chat.completions.create(
            model="",
            messages=SAID,
            extra_headers=said,
            extra_body={"toolgroups": {"prompt": "p"}},
        ).to_dict()

    assert whole["toolgroups"]["groups"] == ["vip", "named"]
    assert model.bodies[0]["model"] == "other/m"
