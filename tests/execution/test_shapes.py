"""Calls are read, and answers written, in the shape of the message: OpenAI, Anthropic, Gemini."""

from typing import Any

import pytest

from tests.execution.calling import Bench, Json
from toolgroups_admin.execution import Limits, calls_of, tool

OPENAI = {
    "role": "assistant",
    "tool_calls": [
        {"id": "a", "type": "function", "function": {"name": "add", "arguments": '{"x": 1, "y": 2}'}},
        {"id": "b", "type": "function", "function": {"name": "add", "arguments": '{"x": "1"}'}},
    ],
}
ANTHROPIC = {
    "role": "assistant",
    "content": [
        {"type": "text", "text": "I shall add."},
        {"type": "tool_use", "id": "a", "name": "add", "input": {"x": 1, "y": 2}},
        {"type": "tool_use", "id": "b", "name": "add", "input": {"x": "1"}},
    ],
}
GEMINI = {
    "role": "model",
    "parts": [
        {"text": "I shall add."},
        {"functionCall": {"name": "add", "args": {"x": 1, "y": 2}}},
        {"functionCall": {"id": "b", "name": "add", "args": {"x": "1"}}},
    ],
}
WRONG = "The tool was not called: its arguments do not fit. x: must be a whole number; the arguments: `y` is missing"


@tool
def add(x: int, y: int) -> int:
    return x + y


def answers(asked: Json, messages: tuple[Json, ...] = (), **members: Any) -> list[Any]:
    bench = Bench(add, **members)
    return list(bench.manager.execute(messages, asked, bench.tools).answers)


def test_openai_gets_a_message_for_each_call() -> None:
    assert answers(OPENAI) == [
        {"role": "tool", "tool_call_id": "a", "content": "3"},
        {"role": "tool", "tool_call_id": "b", "content": WRONG},
    ]


def test_anthropic_gets_one_message_with_a_part_for_each_call() -> None:
    assert answers(ANTHROPIC) == [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "3"},
                {"type": "tool_result", "tool_use_id": "b", "content": WRONG, "is_error": True},
            ],
        }
    ]


def test_gemini_gets_one_content_with_ids_where_there_were_any() -> None:
    [answer] = answers(GEMINI)

    assert answer == {
        "role": "user",
        "parts": [
            {"functionResponse": {"name": "add", "response": {"result": "3"}}},
            {"functionResponse": {"id": "b", "name": "add", "response": {"error": WRONG}}},
        ],
    }


def test_gemini_in_snake_case_is_answered_in_snake_case() -> None:
    [answer] = answers({"role": "model", "parts": [{"function_call": {"name": "add", "args": {"x": 1, "y": 1}}}]})

    assert answer["parts"] == [{"function_response": {"name": "add", "response": {"result": "2"}}}]


@pytest.mark.parametrize("asked", [OPENAI, ANTHROPIC, GEMINI], ids=["openai", "anthropic", "gemini"])
def test_a_turn_is_counted_in_every_shape(asked: Json) -> None:
    """Answers of role `user` do not begin a turn; what a person says does."""
    user: Json = {"role": "user", "content": "again", "parts": [{"text": "again"}]}
    earlier = (user, asked, *answers(asked))

    assert "Not called" in str(answers(asked, earlier, limits=Limits(per_tool=2)))
    assert "Not called" not in str(answers(asked, (*earlier, user), limits=Limits(per_tool=2)))


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant", "content": "text"},
        {"role": "assistant", "tool_calls": None},
        {"role": "assistant", "tool_calls": "no"},
        {"role": "assistant", "content": [None, 3, {"type": 4}]},
        {"role": "model", "parts": [{"functionCall": "no"}]},
        {"role": "user", "content": [{"type": "tool_use", "id": "a", "name": "add", "input": {}}]},
        {},
    ],
)
def test_a_message_of_no_shape_has_no_calls(message: Json) -> None:
    assert calls_of(message) == []


def test_broken_calls_are_answered_too() -> None:
    asked = {
        "role": "assistant",
        "tool_calls": [{"id": None, "function": None}, {"function": {"name": 3}}, {"id": "x"}],
    }

    assert [call.id for call in calls_of(asked)] == ["call_0", "call_1", "x"]
    assert len(answers(asked)) == 3
