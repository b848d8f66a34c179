"""Chat contexts from JSON: what is wrong is said by path, everything at once."""

from datetime import UTC, datetime
from typing import Any

import pytest

from toolgroups_admin.engine import Bounds, ChatContext, InvalidContext, parse_context
from toolgroups_admin.engine.values import is_plain, json_problems

DEEP: dict[str, Any] = {}
for _ in range(40):
    DEEP = {"deeper": DEEP}


def faults(data: Any, **options: Any) -> dict[str, str]:
    with pytest.raises(InvalidContext) as caught:
        parse_context(data, **options)
    return {fault.path: fault.code for fault in caught.value.faults}


def test_only_the_prompt_is_required() -> None:
    context = parse_context({"prompt": "p"})

    assert context == context.with_() or context.prompt == "p"
    assert (context.messages, context.account_id, context.attributes, context.streaming) == ((), None, {}, False)


def test_every_member_is_read() -> None:
    data: dict[str, Any] = {
        "prompt": "p",
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}], "name": "kept"}],
        "account_id": 7,
        "conversation_id": "c",
        "bot_id": 1.5,
        "turn_id": None,
        "options": {"model": "qwen"},
        "attributes": {"plan": "premium"},
        "streaming": True,
        "request": {"url": "https://model.example", "headers": {"X-A": "1"}, "retry": {"times": 2}},
        "tools": ["get_order", {"name": "inline", "description": "d", "parameters": {}}],
        "groups": ["g"],
        "tool_context": {"tenant": "acme"},
        "tool_choice": {"tool": "get_order"},
        "now": "2026-11-30T09:00:00+00:00",
    }

    context = parse_context(data, preview=True)

    assert context.messages == (data["messages"][0],)
    assert context.request.headers == {"X-A": "1"}
    assert context.tools == tuple(data["tools"])
    assert context.now == datetime(2026, 11, 30, 9, tzinfo=UTC)
    assert context.preview
    assert "acme" not in repr(context)


@pytest.mark.parametrize(
    ("member", "value", "path", "code"),
    [
        ("prompt", "", "$.prompt", "wrong_type"),
        ("prompt", "p\ud800", "$.prompt", "lone_surrogate"),
        ("messages", "hello", "$.messages", "wrong_type"),
        ("messages", ["hello"], "$.messages[0]", "wrong_type"),
        ("messages", [{"role": "user", "content": "x"}] * 3, "$.messages", "too_many"),
        ("messages", [{"role": "boss", "content": "x"}], "$.messages[0].role", "unknown_role"),
        ("messages", [{"role": "user", "content": 5}], "$.messages[0].content", "wrong_type"),
        ("messages", [{"role": "user", "content": ["x"]}], "$.messages[0].content[0]", "wrong_type"),
        ("messages", [{"role": "user", "content": "\udfff"}], "$.messages[0].content", "lone_surrogate"),
        ("account_id", True, "$.account_id", "wrong_type"),
        ("account_id", "\ud83d", "$.account_id", "lone_surrogate"),
        ("turn_id", [], "$.turn_id", "wrong_type"),
        ("options", [], "$.options", "wrong_type"),
        ("attributes", DEEP, "$.attributes" + ".deeper" * 32, "too_deep"),
        ("attributes", {"a": 1, "b": 2, "c": 3}, "$.attributes", "too_many"),
        ("attributes", {"a b": {1, 2}}, '$.attributes["a b"]', "not_json"),
        ("attributes", {"a": {5: "x"}}, "$.attributes.a", "not_json"),
        ("attributes", {"\ud800": 1}, "$.attributes", "lone_surrogate"),
        ("streaming", 1, "$.streaming", "wrong_type"),
        ("request", 5, "$.request", "wrong_type"),
        ("request", {"url": 5}, "$.request.url", "wrong_type"),
        ("request", {"headers": []}, "$.request.headers", "wrong_type"),
        ("request", {"body": ""}, "$.request.body", "unknown_member"),
        ("tools", "get_order", "$.tools", "wrong_type"),
        ("tools", [5], "$.tools[0]", "wrong_type"),
        ("tools", [{"description": "nameless"}], "$.tools[0].name", "wrong_type"),
        ("tools", [{"name": "t", "type": "function"}], "$.tools[0].type", "unknown_member"),
        ("tools", [{"name": "t", "description": 5}], "$.tools[0].description", "wrong_type"),
        ("tools", [{"name": "t", "parameters": []}], "$.tools[0].parameters", "wrong_type"),
        ("tools", ["a", "b", "c"], "$.tools", "too_many"),
        ("groups", [""], "$.groups[0]", "wrong_type"),
        ("groups", ["a", "b", "c"], "$.groups", "too_many"),
        ("tool_choice", "sometimes", "$.tool_choice", "wrong_type"),
        ("tool_choice", {"tool": 5}, "$.tool_choice", "wrong_type"),
        ("now", "yesterday", "$.now", "wrong_type"),
        ("now", "2026-11-30T09:00:00", "$.now", "wrong_type"),
        ("now", 5, "$.now", "wrong_type"),
        ("colour", "red", "$.colour", "unknown_member"),
    ],
)
def test_a_fault_has_its_path(member: str, value: Any, path: str, code: str) -> None:
    assert faults({"prompt": "p", member: value}, bounds=Bounds(messages=2, attributes=2, tools=2, groups=2)) == {
        path: code
    }


def test_everything_wrong_is_said_at_once() -> None:
    data = {"messages": 1, "streaming": "yes", "colour": "red"}

    assert faults(data) == {
        "$.colour": "unknown_member",
        "$.messages": "wrong_type",
        "$.streaming": "wrong_type",
        "$.prompt": "required",
    }


def test_a_fault_names_the_value_and_the_remedy() -> None:
    with pytest.raises(InvalidContext) as caught:
        parse_context({"prompt": "p", "streaming": "yes"})

    assert str(caught.value) == "$.streaming: this is text (found 'yes'). Send true or false."


def test_a_long_value_is_shown_cut() -> None:
    with pytest.raises(InvalidContext) as caught:
        parse_context({"prompt": "p", "streaming": "y" * 500})

    assert "… (502 characters)" in str(caught.value)


@pytest.mark.parametrize("data", [None, [], "p", 5])
def test_a_context_is_an_object(data: Any) -> None:
    assert faults(data) == {"$": "wrong_type"}


@pytest.mark.parametrize("choice", ["auto", "none", "required", {"tool": "x"}, None])
def test_tool_choices(choice: Any) -> None:
    assert parse_context({"prompt": "p", "tool_choice": choice}).tool_choice == choice


def test_two_hundred_kilobytes_are_read() -> None:
    text = "天气" * 100_000

    assert isinstance(parse_context({"prompt": "p", "messages": [{"role": "user", "content": text}]}), ChatContext)


@pytest.mark.parametrize(
    "written",
    ["2026-11-30T09:00:00Z", "2026-11-30t09:00:00z", "2026-11-30T17:00:00.000+08:00", "2026-11-30T09:00+00:00"],
)
def test_now_is_read_as_rfc_3339_writes_it_and_without_seconds(written: str) -> None:
    assert parse_context({"prompt": "p", "now": written}).now == datetime(2026, 11, 30, 9, tzinfo=UTC)


def test_reading_ends_when_nobody_would_read_more_faults() -> None:
    with pytest.raises(InvalidContext) as caught:
        parse_context({"prompt": "p", "messages": [{"role": "user", "content": [5] * 100_000}], "streaming": 5})

    assert len(caught.value.faults) == 1000
    assert caught.value.faults[-1].path == "$.messages[0].content[999]"


def test_unknown_members_are_named_in_the_order_in_which_they_stand() -> None:
    names = [chr(letter) for letter in range(ord("z"), ord("a"), -1)]

    assert list(faults({"prompt": "p", **dict.fromkeys(names, 1)})) == [f"$.{name}" for name in names]


@pytest.mark.parametrize(
    "value", ["\ud800", {"\ud800": 1}, {1: 1}, [["\ud800"]], {"a": {"b": {}}}, [[[]]], b"", {"a": object()}]
)
def test_what_is_not_plain_is_found_at_any_depth(value: Any) -> None:
    assert not is_plain(value, 2)
    assert list(json_problems(value, "$", depth=2))


@pytest.mark.parametrize("value", [None, True, 1, 1.5, "天气", [1, [2]], {"a": {"b": None}}, {}, []])
def test_what_is_plain_has_no_problems(value: Any) -> None:
    assert is_plain(value, 2)
    assert not list(json_problems(value, "$", depth=2))


def test_a_time_that_is_null_is_none() -> None:
    assert parse_context({"prompt": "p", "now": None}).now is None
