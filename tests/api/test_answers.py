"""What the endpoint answers, at both doors."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pytest_django.fixtures import Settings

from tests.api.conftest import Opened
from tests.api.doors import asks, front, key, post, state_of
from toolgroups_admin.api.front import WSGIApplication
from toolgroups_admin.engine import FORMATS
from toolgroups_admin.releases.live import State

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "toolgroups_admin" / "catalog" / "demo" / "document.json"
CONFORMANCE: dict[str, Any] = json.loads((ROOT / "tests/engine/cases/agents_flex.json").read_bytes())
ORDER = {
    "prompt": "customer-service",
    "account_id": "user-1001",
    "messages": [{"role": "user", "content": "帮我查询订单 AF20260001 的物流状态"}],
}


@pytest.fixture
def demo(opened: Opened) -> WSGIApplication:
    return opened(state_of(json.loads(DEMO.read_bytes()), resolver=key("resolve")))


def chat(*turns: str, **members: Any) -> dict[str, Any]:
    """A chat with the demo's prompt in which user and assistant take turns."""
    messages = [{"role": ("user", "assistant")[place % 2], "content": turn} for place, turn in enumerate(turns)]
    return {"prompt": "customer-service", "messages": messages, **members}


def test_an_answer_has_every_member(door: WSGIApplication, state: State) -> None:
    answered = post(door, asks(text="will it rain?"))

    decision = answered.json.pop("decision_id")
    assert UUID(decision).version == 7
    assert answered.status == 200
    assert answered.headers["Content-Type"] == "application/json"
    assert {
        name: value for name, value in answered.json.items() if name not in ("decision_id", "tools", "tool_info")
    } == {
        "environment": "production",
        "release": {"number": 1, "digest": state.releases["production"].digest, "switches": None},
        "prompt": "p",
        "groups": ["weather"],
        "messages": [
            {"role": "system", "content": "You help.\n\nLook outside."},
            {"role": "user", "content": "will it rain?"},
        ],
        "system_prompt": "You help.\n\nLook outside.",
        "tool_choice": None,
        "warnings": [],
        "explanation": None,
    }


def test_tools_stand_beside_where_they_came_from(door: WSGIApplication) -> None:
    answer = post(door, asks(text="rain", tools=[{"name": "mine"}])).json

    assert [tool["function"]["name"] for tool in answer["tools"]] == ["calculate", "mine", "get_weather", "refund"]
    assert [(tool["key"], tool["source"]) for tool in answer["tool_info"]] == [
        ("calculate", "prompt"),
        (None, "request"),
        ("get_weather", "group:weather"),
        ("refund", "group:weather"),
    ]
    assert answer["tool_info"][3] == {
        "name": "refund",
        "sent_as": "refund",
        "key": "refund",
        "source": "group:weather",
        "replaced": [],
        "return_direct": False,
        "sensitive": True,
        "executor": "client",
    }


@pytest.mark.parametrize("format", FORMATS)
def test_tools_and_choice_are_spelled_for_the_format(format: str, door: WSGIApplication) -> None:
    answer = post(door, asks(text="rain", format=format, tool_choice={"tool": "get_weather"})).json

    shapes = {
        "openai": ("function", {"type": "function", "function": {"name": "get_weather"}}),
        "openai-responses": ("name", {"type": "function", "name": "get_weather"}),
        "anthropic": ("input_schema", {"type": "tool", "name": "get_weather"}),
        "gemini": (
            "functionDeclarations",
            {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["get_weather"]}},
        ),
        "mcp": ("inputSchema", None),
    }
    member, choice = shapes[format]
    assert member in answer["tools"][0]
    assert answer["tool_choice"] == choice


def test_text_comes_back_as_it_came_in(door: WSGIApplication) -> None:
    text = 'a "quote", a comma,\nа line, 天气 🌧 \u2028 \x00 ' + "长" * 200_000

    answered = post(door, asks(text=text))

    assert answered.json["messages"][-1]["content"] == text
    assert "天气 🌧".encode() in answered.body


def test_further_members_of_a_message_pass_through(door: WSGIApplication) -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "x": 1e2}], "name": "n"}

    assert post(door, {"prompt": "p", "messages": [message]}).json["messages"][-1] == message


def test_an_explanation_comes_when_it_is_asked_for(door: WSGIApplication) -> None:
    explanation = post(door, asks(text="rain", explain=True), token="explainer").json["explanation"]

    assert [(group["name"], group["verdict"]) for group in explanation["groups"]] == [
        ("weather", "hit"),
        ("vip", "miss"),
    ]
    assert explanation["groups"][1]["blockers"] == [explanation["groups"][1]["tree"]["id"]]
    assert explanation["set_by"] == {}


def test_the_scope_opens_every_name(door: WSGIApplication) -> None:
    body = asks(tools=["refund", "stray"], groups=["elsewhere"])

    answer = post(door, body, token="anything").json

    assert answer["groups"] == ["elsewhere"]
    assert [tool["key"] for tool in answer["tool_info"]] == ["calculate", "refund", "stray"]


def test_what_is_the_prompts_own_may_be_named(door: WSGIApplication) -> None:
    answer = post(door, asks(tools=["get_weather", "calculate"], groups=["vip"])).json

    assert [tool["key"] for tool in answer["tool_info"]] == ["calculate", "get_weather"]


def test_a_limited_key_answers_for_its_prompt(door: WSGIApplication) -> None:
    assert post(door, asks("other"), token="limited").json["prompt"] == "other"


def test_null_is_no_time(door: WSGIApplication) -> None:
    assert post(door, asks(now=None)).status == 200


@pytest.mark.parametrize("scheme", ["Bearer resolver", "bearer resolver", "BEARER  resolver "])
def test_the_scheme_is_read_whatever_its_letters(scheme: str, door: WSGIApplication) -> None:
    assert post(door, asks(), HTTP_AUTHORIZATION=scheme).status == 200


@pytest.mark.parametrize("media_type", ["application/json;charset=UTF-8", 'Application/JSON; charset="utf-8"; x=y'])
def test_json_is_known_by_all_its_spellings(media_type: str, door: WSGIApplication) -> None:
    assert post(door, asks(), CONTENT_TYPE=media_type).status == 200


def test_a_body_without_a_length_is_read_to_its_end(door: WSGIApplication) -> None:
    answered = post(door, asks(), CONTENT_LENGTH=None, HTTP_TRANSFER_ENCODING="chunked")

    assert answered.status == 200


@pytest.mark.parametrize("given", [None, "", "two words", "line\r\nX-Evil: 1", "x" * 129])
def test_a_request_without_a_usable_id_gets_a_new_one(given: str | None, door: WSGIApplication) -> None:
    answered = post(door, asks(), HTTP_X_REQUEST_ID=given)

    assert UUID(answered.headers["X-Request-ID"]).version == 7


def test_a_forwarded_host_counts_when_the_settings_say_so(settings: Settings, door: WSGIApplication) -> None:
    settings.USE_X_FORWARDED_HOST = True

    assert post(door, asks(), HTTP_X_FORWARDED_HOST="evil.example").code == "foreign_host"
    assert post(door, asks(), HTTP_X_FORWARDED_HOST="localhost", HTTP_HOST="inner").status == 200


def test_the_demo_finds_order_and_tracking(demo: WSGIApplication) -> None:
    answer = post(demo, ORDER).json

    names = [tool["function"]["name"] for tool in answer["tools"]]
    assert answer["groups"] == ["order", "tracking", "basic"]
    assert "get_order" in names
    assert "get_weather" not in names
    assert answer["system_prompt"] == (
        "你是一名客服助手，请准确回答用户问题。\n\n处理订单问题时，只能查询当前账号下的订单。\n\n优先使用基础工具完成精确计算。"
    )


@pytest.mark.parametrize(
    ("body", "groups"),
    [
        (chat("订单目的地的天气", account_id="user-1001"), ["weather", "order", "basic"]),
        (chat("订单目的地的天气"), ["weather", "basic"]),
        (chat("介绍一下上海"), ["basic"]),
        (chat("查询上海天气", "上海今天多云。", "和我打个招呼"), ["basic"]),
    ],
)
def test_the_demo_answers_as_promised(body: dict[str, Any], groups: list[str], demo: WSGIApplication) -> None:
    assert post(demo, body).json["groups"] == groups


@pytest.mark.parametrize("case", CONFORMANCE["cases"][::15], ids=lambda case: case["id"])
def test_the_original_answers_come_over_http(case: dict[str, Any], conformance: dict[str, WSGIApplication]) -> None:
    for door in conformance.values():
        answer = post(door, {name: value for name, value in case["context"].items() if name != "now"}).json

        assert answer["groups"] == case["expected"]["hits"]
        assert answer["messages"] == case["expected"]["messages"]
        assert [{"name": tool["name"], "key": tool["key"]} for tool in answer["tool_info"]] == case["expected"]["tools"]


@pytest.fixture(scope="module")
def conformance_state() -> State:
    return state_of(CONFORMANCE["document"], resolver=key("resolve"))


@pytest.fixture
def conformance(conformance_state: State, opened_view: Opened) -> dict[str, WSGIApplication]:
    return {"front": front(conformance_state), "view": opened_view(conformance_state)}
