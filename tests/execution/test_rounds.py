"""All calls of a message run at once, and every id gets one result, in call order (contract 12)."""

import asyncio
import threading
import time

import pytest

from tests.execution.calling import USER, Bench, asks, call, client_tool
from toolgroups_admin.engine import compile_catalog, in_format, parse_context, resolve
from toolgroups_admin.execution import tool


@tool
def slow(seconds: float) -> str:
    time.sleep(seconds)
    return f"after {seconds}"


@tool
async def slow_coroutine(seconds: float) -> str:
    await asyncio.sleep(seconds)
    return f"after {seconds}"


@tool
def echo(text: str) -> str:
    return text


@tool
def speechless() -> None:
    raise ValueError


def test_three_calls_of_three_tenths_take_less_than_half_a_second() -> None:
    """Field case 25, with functions of both kinds."""
    bench = Bench(slow, slow_coroutine)
    names = ("slow", "slow_coroutine", "slow")
    bench.execute(call("slow", {"seconds": 0.0}))
    started = time.perf_counter()

    texts = bench.texts(*(call(name, {"seconds": 0.3}, f"{place}") for place, name in enumerate(names)))

    assert time.perf_counter() - started < 0.5
    assert texts == ["after 0.3"] * 3


def test_results_come_in_call_order_whatever_finishes_first() -> None:
    bench = Bench(slow)

    calls = [call("slow", {"seconds": seconds}, f"{seconds}") for seconds in (0.06, 0.03, 0.0)]

    assert [result.id for result in bench.execute(*calls).results] == ["0.06", "0.03", "0.0"]


def test_one_of_two_raises_without_words_and_both_are_answered() -> None:
    """Field case 24."""
    result = Bench(speechless, echo).execute(call("speechless", id="a"), call("echo", {"text": "here"}, "b"))

    assert [(each.id, each.text) for each in result.results] == [
        ("a", "The tool 'speechless' failed (ValueError)"),
        ("b", "here"),
    ]


@pytest.mark.parametrize("arguments", ["", None, "  ", "\n", "null", "{}"])
def test_no_arguments_are_an_empty_object(arguments: str | None) -> None:
    """Field case 23."""

    @tool
    def now() -> str:
        return "now"

    assert Bench(now).texts(call("now", arguments)) == ["now"]


@pytest.mark.parametrize(
    "arguments", ['{"text":', "[1]", '"text"', "3", "{'text': 1}", '{"text": "\ud800"}', '{"text": NaN}']
)
def test_arguments_that_are_no_object_are_an_error_result_and_the_tool_is_not_called(arguments: str) -> None:
    """Field case 23."""
    called = []

    @tool
    def echo(text: str) -> None:
        called.append(text)

    [result] = Bench(echo).execute(call("echo", arguments)).results

    assert (result.outcome, called) == ("bad_arguments", [])
    assert "JSON object" in result.text


def test_a_tool_that_the_model_invents_is_refused_without_telling_what_there_is() -> None:
    """Field cases 3 and 27, contract 11."""
    result = Bench(echo).execute(call("delete_everything"), call("echo", {"text": "on"}))

    assert [each.outcome for each in result.results] == ["unknown_tool", "ok"]
    assert "echo" not in result.results[0].text


def test_a_tool_that_was_not_resolved_cannot_be_called() -> None:
    """Field cases 3 and 4: it is registered and in the catalog, but not in this resolution."""
    only_vip = {"kind": "condition", "field": "attributes.vip", "op": "equals", "value": True}
    executors = {key: {"kind": "python", "function": "echo"} for key in ("hit", "miss", "barred")}
    document = {
        "format": 1,
        "tools": [
            {"key": key, "executor": executors[key]} | ({"allow": only_vip} if key == "barred" else {})
            for key in executors
        ],
        "groups": [
            {"name": "hits", "tools": ["hit", "barred"]},
            {"name": "misses", "tools": ["miss"], "matcher": {"kind": "prompt_contains", "keywords": ["snow"]}},
        ],
        "prompts": [{"name": "p", "groups": ["hits", "misses"]}],
    }
    resolution = resolve(compile_catalog(document), parse_context({"prompt": "p", "messages": [USER]}))
    calls = asks(*(call(key, {"text": "x"}) for key in ("hit", "miss", "barred")))

    result = Bench(echo).manager.execute([USER], calls, resolution)

    assert [each.outcome for each in result.results] == ["ok", "unknown_tool", "unknown_tool"]


def test_a_rewritten_name_is_mapped_back() -> None:
    """Field case 16: `calendar.update` is sent under another name."""
    document = {
        "format": 1,
        "tools": [{"key": "calendar.update", "executor": {"kind": "python", "function": "echo"}}],
        "prompts": [{"name": "p", "tools": ["calendar.update"]}],
    }
    resolution = resolve(compile_catalog(document), parse_context({"prompt": "p", "messages": [USER]}))
    request = in_format(resolution, "openai")
    [sent_as] = request.sent_as
    asked = asks(call(sent_as, {"text": "done"}))

    for offered in (request, resolution, resolution.offers, request.names):
        [result] = Bench(echo).manager.execute([USER], asked, offered).results
        assert (result.text, result.key, result.name) == ("done", "calendar.update", sent_as)
    assert sent_as != "calendar.update"


def test_a_sequential_tool_is_a_barrier() -> None:
    running, seen, together = set[str](), dict[str, set[str]](), threading.Barrier(2)

    @tool
    def free(name: str, is_paired: bool) -> None:
        running.add(name)
        if is_paired:
            together.wait(10)
        seen[name] = set(running)
        if is_paired:
            together.wait(10)
        running.discard(name)

    @tool(sequential=True)
    def alone(name: str) -> None:
        running.add(name)
        time.sleep(0.02)
        seen[name] = set(running)
        running.discard(name)

    Bench(free, alone).execute(
        call("free", {"name": "a", "is_paired": True}, "a"),
        call("free", {"name": "b", "is_paired": True}, "b"),
        call("alone", {"name": "c"}, "c"),
        call("alone", {"name": "d"}, "d"),
        call("free", {"name": "e", "is_paired": False}, "e"),
    )

    assert seen == {"a": {"a", "b"}, "b": {"a", "b"}, "c": {"c"}, "d": {"d"}, "e": {"e"}}


def test_an_id_that_stands_twice_gets_one_result() -> None:
    result = Bench(echo).execute(call("echo", {"text": "1"}, "same"), call("echo", {"text": "2"}, "same"))

    assert [each.text for each in result.results] == ["1"]


def test_a_tool_that_cancels_itself_is_answered_and_the_others_too() -> None:
    @tool
    async def giving_up() -> None:
        raise asyncio.CancelledError

    assert Bench(giving_up, echo).outcomes(call("giving_up"), call("echo", {"text": "x"})) == ["cancelled", "ok"]


def test_a_message_without_calls_has_no_results() -> None:
    result = Bench(echo).manager.execute([USER], {"role": "assistant", "content": "Hello"}, [])

    assert (result.results, result.return_direct) == ((), False)
    assert result.conversation_history[-1] == {"role": "assistant", "content": "Hello"}


def test_client_tools_are_left_to_the_caller_who_may_bring_the_results() -> None:
    bench = Bench(echo, tools=[client_tool("browse", parameters={"type": "object", "required": ["url"]})])
    calls = [call("browse", {"url": "x"}), call("echo", {"text": "here"})]

    left, brought = bench.execute(*calls), bench.execute(*calls, client_results={"id-browse": "a page"})

    assert [each.id for each in left.pending] == ["id-browse"]
    assert [message["tool_call_id"] for message in left.answers] == ["id-echo"]
    assert [message["content"] for message in brought.answers] == ["a page", "here"]
    assert bench.outcomes(call("browse", {})) == ["bad_arguments"]


def test_the_same_in_an_event_loop() -> None:
    bench = Bench(echo)
    asked = asks(call("echo", {"text": "hello"}))

    result = asyncio.run(bench.manager.aexecute([USER], asked, bench.tools))

    assert result.answers == bench.execute(call("echo", {"text": "hello"})).answers


def test_history_is_added_to_and_never_changed() -> None:
    messages = [USER]
    asked = asks(call("echo", {"text": "hello"}))

    result = Bench(echo).manager.execute(messages, asked, Bench(echo).tools)

    assert messages == [USER]
    assert result.conversation_history == (
        USER,
        asked,
        {"role": "tool", "tool_call_id": "id-echo", "content": "hello"},
    )
