"""The tool as each model provider would get it, while it is edited."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given

from tests.parameter_schemas import parameters
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.tool_preview import EditedTool, faults_of, sent_in_each_format
from toolgroups_admin.engine import FORMATS

ADDRESS = "/admin/catalog/tools/preview/"
TOOL = {"key": "get_weather", "name": "", "description": "Weather now.", "parameters": ""}


def ask(browser: Client, **members: Any) -> Any:
    return browser.post(ADDRESS, json.dumps({**TOOL, **members}), content_type="application/json")


def sent(browser: Client, format: str = "openai", **members: Any) -> dict[str, Any]:
    [found] = [each for each in ask(browser, **members).json()["formats"] if each["format"] == format]
    return dict(found)


def test_each_format_shows_what_is_sent(browser: Client) -> None:
    answer = ask(browser, parameters='{"type": "object", "properties": {"city": {"type": "string"}}}').json()

    assert [each["format"] for each in answer["formats"]] == list(FORMATS)
    assert answer["faults"] == []
    body = json.loads(answer["formats"][0]["body"])
    assert body["function"]["name"] == "get_weather"
    assert body["function"]["parameters"]["properties"] == {"city": {"type": "string"}}


def test_the_key_is_the_name_until_there_is_another(browser: Client) -> None:
    assert sent(browser, name="weather")["name"] == "weather"
    assert sent(browser, key=" ")["name"] == "tool"


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        ({"key": "calendar.updateEvent"}, "name_rewritten"),
        ({"key": "k" * 65}, "name_rewritten"),
        ({"description": "x" * 1025}, "description_long"),
        ({"description": "a\u200bb"}, "hidden_characters"),
        ({"parameters": '{"type": "object"}'}, "properties_added"),
        ({"parameters": '{"type": "object", "properties": {"l": {"type": "array"}}}'}, "items_added"),
        ({"parameters": '{"anyOf": [{"type": "object", "properties": {}}]}'}, "root_combined"),
    ],
)
def test_what_a_provider_minds_is_said_with_its_place(browser: Client, edit: dict[str, str], code: str) -> None:
    notices = sent(browser, **edit)["notices"]

    assert code in [notice["code"] for notice in notices]
    assert all(notice["words"] and notice["path"] for notice in notices)


def test_what_cannot_be_sent_has_no_body_and_says_why(browser: Client) -> None:
    refused = sent(browser, parameters='{"type": "object", "properties": {"x": {"$ref": "#/$defs/none"}}}')

    assert refused["body"] is None
    assert "nowhere" in refused["notices"][-1]["words"]


def test_notices_are_told_in_chinese(ada: User) -> None:
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(ada)

    [notice] = sent(client, key="calendar.update")["notices"]

    assert notice["words"] == "服务商不接受此工具名，发送时会改名。"


def test_parameters_that_are_no_json_are_said_to_be_so(browser: Client) -> None:
    answer = ask(browser, parameters='{"type": ').json()

    assert "Line 1" in answer["unreadable"]
    assert answer["formats"] == []


def test_parameters_that_are_no_schema_are_named_and_what_is_sent_is_shown(browser: Client) -> None:
    answer = ask(browser, parameters='{"type": "nonsense"}').json()

    [fault] = answer["faults"]
    assert fault["path"] == "parameters.type"
    assert len(answer["formats"]) == len(FORMATS)


def test_parameters_that_are_no_object_are_a_fault_and_nothing_is_sent(browser: Client) -> None:
    answer = ask(browser, parameters="[1]").json()

    assert [fault["path"] for fault in answer["faults"]] == ["parameters"]
    assert answer["formats"] == []


@pytest.mark.parametrize("body", ["", "[]", '{"key": 1}', "{"])
def test_what_is_no_question_is_refused_in_words(browser: Client, body: str) -> None:
    answer = browser.post(ADDRESS, body, content_type="application/json")

    assert answer.status_code == 400
    assert "Reload" in answer.json()["problem"]


def test_what_is_too_large_is_refused(browser: Client) -> None:
    assert ask(browser, description="x" * 400_001).status_code == 413


def test_who_may_not_see_tools_is_refused(db: Any) -> None:
    client = Client()
    client.force_login(User.objects.create(username="guest", is_staff=True))

    assert ask(client).status_code == 403


@given(parameters)
def test_any_schema_is_shown_in_every_format(schema: Any) -> None:
    edited = EditedTool("t", "", "", schema)

    assert len(sent_in_each_format(edited)) == len(FORMATS)
    assert all(fault.message for fault in faults_of(edited))
