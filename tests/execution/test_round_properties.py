"""Whatever a model asks for, each id gets exactly one result, in the order of the calls, in every shape."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.execution.calling import USER, Bench, Json
from toolgroups_admin.execution import Limits, calls_of, tool


@tool
def fine(text: str = "") -> str:
    return text


@tool(return_direct=True)
async def direct(text: str = "") -> str:
    return text


@tool(sequential=True)
def failing() -> None:
    raise ValueError


BENCH = Bench(fine, direct, failing, limits=Limits(per_tool=3, in_all=6))
ARGUMENTS = st.sampled_from(["", "null", "{}", '{"text": "x"}', '{"text": 1}', '{"te', "[]", '{"other": null}', '"x"'])
CALLS = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.sampled_from(["fine", "direct", "failing", "unknown", ""]), ARGUMENTS),
    max_size=8,
)


def openai(calls: list[tuple[str, str, str]]) -> Json:
    written = [{"id": id, "function": {"name": name, "arguments": arguments}} for id, name, arguments in calls]
    return {"role": "assistant", "tool_calls": written}


def anthropic(calls: list[tuple[str, str, str]]) -> Json:
    return {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": id, "name": name, "input": _input(said)} for id, name, said in calls],
    }


def gemini(calls: list[tuple[str, str, str]]) -> Json:
    return {
        "role": "model",
        "parts": [{"functionCall": {"id": id, "name": name, "args": _input(said)}} for id, name, said in calls],
    }


def _input(said: str) -> Any:
    try:
        return json.loads(said)
    except ValueError:
        return said


@settings(max_examples=40)
@given(calls=CALLS, shape=st.sampled_from([openai, anthropic, gemini]))
def test_each_id_gets_exactly_one_result_in_call_order(calls: list[tuple[str, str, str]], shape: Any) -> None:
    asked = shape(calls)

    result = BENCH.manager.execute([USER], asked, BENCH.tools)

    assert [each.id for each in result.results] == list(dict.fromkeys(id for id, _, _ in calls))
    assert all(each.text or each.outcome == "ok" for each in result.results)
    assert len(calls_of(asked)) == len(result.results)
    assert result.return_direct == (
        bool(calls) and all((each.name, each.outcome) == ("direct", "ok") for each in result.results)
    )
