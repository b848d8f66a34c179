"""The description of the API is true: of requests, of answers, of errors."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from tests.api.conftest import Opened
from tests.api.doors import Json, asks, front, key, post, state_of
from tests.api.test_bad_requests import CASES, sent
from tests.engine.building import contains, document, group, tool
from toolgroups_admin.api import examples
from toolgroups_admin.api.problem_kinds import PROBLEM_KINDS
from toolgroups_admin.releases.live import State

SNAPSHOT = Path(__file__).with_name("openapi.json")


@pytest.fixture
def schema() -> Json:
    found: Json = json.loads(Client().get("/api/v1/schema/").content)
    return found


@pytest.fixture
def responses(schema: Json) -> Json:
    found: Json = schema["paths"]["/api/v1/resolve"]["post"]["responses"]
    return found


def holds(schema: Json, name: str, value: Any) -> None:
    Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": schema["components"]}).validate(value)


@pytest.mark.parametrize("version", ["2", "\0", "a\r\nX-Evil: 1", '"; x="'])
def test_an_address_changes_nothing_of_the_schema(schema: Json, version: str) -> None:
    answer = Client().get("/api/v1/schema/", {"version": version})

    assert (answer.status_code, json.loads(answer.content)) == (200, schema)
    assert version not in answer["Content-Disposition"]


def test_the_schema_is_the_one_that_was_reviewed(schema: Json) -> None:
    """After a change on purpose: `manage.py spectacular --format openapi-json --file tests/api/openapi.json`."""
    assert schema == json.loads(SNAPSHOT.read_bytes())
    assert schema["openapi"] == "3.1.0"


@pytest.mark.parametrize("text", ["rain", "nothing"])
def test_answers_are_as_described(text: str, schema: Json, state: State) -> None:
    body = asks(text=text, tools=[{"name": "get_weather"}], explain=True, format="gemini")

    answer = post(front(state), body, token="explainer").json

    holds(schema, "ResolveAnswer", answer)


@pytest.mark.parametrize("case", CASES)
def test_problems_are_as_described(case: str, schema: Json, responses: Json, state: State) -> None:
    answered = sent(front(state), CASES[case][2])

    holds(schema, "ProblemDocument", answered.json)
    assert f"- `{answered.code}`: " in responses[str(answered.status)]["description"]


def test_every_code_is_described(schema: Json) -> None:
    described = {
        code
        for operations in schema["paths"].values()
        for response in operations["post"]["responses"].values()
        for code in re.findall(r"- `(\w+)`:", response["description"])
    }

    assert described == set(PROBLEM_KINDS) - {"not_acceptable"}


def test_what_the_schema_allows_is_taken(schema: Json, state: State) -> None:
    body = asks(
        account_id=1.5,
        conversation_id=None,
        bot_id="b",
        turn_id=3,
        options={"model": "m"},
        attributes={"plan": [1, {"a": None}]},
        streaming=True,
        request={"url": None, "headers": {"a": "b"}, "retry": {"attempt": 1}},
        tools=["calculate", {"name": "mine", "description": "d", "parameters": {"type": "object"}}],
        groups=["vip"],
        tool_context={"token": "t"},
        tool_choice={"tool": "calculate"},
        now=None,
        format="anthropic",
        explain=False,
    )

    holds(schema, "ResolveRequest", body)
    assert set(body) == set(schema["components"]["schemas"]["ResolveRequest"]["properties"])
    assert post(front(state), body).status == 200


def test_the_examples_are_what_is_really_answered() -> None:
    parameters = examples.ANSWERED["tools"][0]["function"]["parameters"]
    order = group(
        "order",
        tool("get_order", "根据订单号查询订单状态。", parameters=parameters),
        system_prompt="只能查询当前账号下的订单。",
        matcher=contains("订单"),
    )
    released = document(order, system_message="你是一名客服助手。")
    released["prompts"][0]["name"] = "customer-service"
    door = front(state_of(released, resolver=key("resolve")))

    answer = post(door, examples.ASKED).json
    malformed = post(door, examples.MALFORMED_TEXT.encode()).json
    refused = post(door, examples.REFUSED_BODY).json

    ours = ("decision_id", "release")
    assert {**answer, **{name: examples.ANSWERED[name] for name in ours}} == examples.ANSWERED
    assert malformed == examples.MALFORMED
    assert refused == examples.REFUSED


def test_the_page_has_no_inline_script_and_loads_nothing_from_elsewhere() -> None:
    page = Client().get("/api/v1/docs/")
    html = page.content.decode()

    assert page.status_code == 200
    assert "unsafe" not in page["Content-Security-Policy"]
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert re.findall(r"<style|\bstyle=|\bon\w+=", html) == []
    assert re.findall(r"(?:src|href)=\"(?!/)", html) == []


@pytest.mark.django_db  # closing a file's answer looks at the connections
def test_what_the_page_loads_is_there() -> None:
    client = Client()
    html = client.get("/api/v1/docs/").content.decode()

    addresses = [address.replace("&amp;", "&") for address in re.findall(r"(?:src|href)=\"(/[^\"]*)\"", html)]

    assert len(addresses) == 4
    assert {address: _status(client, address) for address in addresses} == dict.fromkeys(addresses, 200)


def test_the_schema_asks_for_a_type_that_it_has(opened_view: Opened, state: State) -> None:
    answered = post(
        opened_view(state), method="GET", PATH_INFO="/api/v1/schema/", HTTP_ACCEPT="image/png", CONTENT_TYPE=None
    )

    assert (answered.status, answered.code) == (406, "not_acceptable")


def _status(client: Client, address: str) -> int:
    response = client.get(address)
    b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
    response.close()
    return response.status_code
