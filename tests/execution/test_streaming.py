"""Streamed messages are what they would be without streaming (field cases 31 and 32)."""

from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.execution.calling import USER, Bench, Json, asks, call
from toolgroups_admin.execution import assembled, run_chat, tool


def piece(index: int | None, id: str | None = None, name: str | None = None, arguments: str | None = None) -> Json:
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    return {"tool_calls": [{"index": index, "id": id, "function": function}]}


def calls(*deltas: Json) -> list[tuple[str, str, str]]:
    written = assembled(deltas)["tool_calls"]
    return [(each["id"], each["function"]["name"], each["function"]["arguments"]) for each in written]


def test_two_calls_with_one_index_and_different_ids_stay_two() -> None:
    """Field case 31."""
    deltas = [piece(0, "a", "add", '{"x"'), piece(0, None, None, ": 1}"), piece(0, "b", "sub", "{}")]

    assert calls(*deltas) == [("a", "add", '{"x": 1}'), ("b", "sub", "{}")]


def test_interleaved_indices_with_the_id_only_on_the_first_piece() -> None:
    """Field case 31."""
    deltas: list[Json] = [
        piece(0, "a", "add"),
        piece(1, "b", "sub"),
        piece(0, None, None, "{"),
        piece(1, "", "", "["),
        piece(0, None, None, "}"),
    ]

    assert calls(*deltas) == [("a", "add", "{}"), ("b", "sub", "[")]


def test_pieces_without_an_index_go_by_id_or_to_the_last_call() -> None:
    deltas: list[Json] = [
        piece(None, "a", "add", "1"),
        piece(None, None, None, "2"),
        piece(None, "b", "sub"),
        piece(None, "a", None, "3"),
    ]

    assert calls(*deltas) == [("a", "add", "123"), ("b", "sub", "")]


def test_a_name_that_is_split_or_sent_again_is_one_name() -> None:
    assert calls(piece(0, "a", "get_"), piece(0, None, "weather"), piece(0, None, "get_weather")) == [
        ("a", "get_weather", "")
    ]


def test_other_members_are_kept() -> None:
    deltas: list[Json] = [
        {"role": "assistant", "reasoning_content": "I "},
        {"reasoning_content": "think"},
        {"content": ""},
        {"refusal": None},
    ]

    assert assembled(deltas) == {"role": "assistant", "content": "", "reasoning_content": "I think"}


WORDS = st.text(alphabet="ab{}好", max_size=6)
MESSAGES = st.builds(
    lambda content, written: {"role": "assistant", "content": content, **({"tool_calls": written} if written else {})},
    st.none() | WORDS.filter(bool),
    st.lists(st.tuples(WORDS, WORDS), max_size=3).map(
        lambda pairs: [
            {"id": f"c{place}", "type": "function", "function": {"name": f"t{name}", "arguments": arguments}}
            for place, (name, arguments) in enumerate(pairs)
        ]
    ),
)


@settings(max_examples=50)
@given(message=MESSAGES)
def test_a_message_cut_into_letters_is_the_same_message(message: Json) -> None:
    """Field case 32."""
    assert assembled(streamed(message)) == message


def streamed(message: Json) -> Iterator[Json]:
    """The message as a provider streams it, letter by letter, its calls in turn."""
    yield {"role": message["role"]}
    yield from ({"content": letter} for letter in message["content"] or "")
    written = message.get("tool_calls", [])
    for index, each in enumerate(written):
        yield piece(index, each["id"], each["function"]["name"], "")
    for place in range(max((len(each["function"]["arguments"]) for each in written), default=0)):
        for index, each in enumerate(written):
            yield piece(index, None, None, each["function"]["arguments"][place : place + 1])


def test_the_same_script_streamed_gives_the_same_chat() -> None:
    """Field case 32."""

    @tool
    def add(x: int, y: int) -> int:
        return x + y

    script: list[Any] = [
        asks(call("add", {"x": 1, "y": 2}, "a"), call("add", {"x": 3, "y": 4}, "b")),
        {"role": "assistant", "content": "10"},
    ]
    bench = Bench(add)

    def said(messages: Sequence[Any]) -> Any:
        return script[len(messages) > 1]

    whole = run_chat(bench.manager, said, [USER], bench.tools)
    pieces = run_chat(bench.manager, lambda messages: assembled(streamed(said(messages))), [USER], bench.tools)

    assert whole.messages == pieces.messages
