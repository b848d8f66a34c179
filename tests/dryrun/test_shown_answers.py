"""The system prompt in parts, the marks in messages, and the model request."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgroups_admin.accounts.models import User
from toolgroups_admin.dryrun.marking import marked_messages
from toolgroups_admin.dryrun.pages import trial_of
from toolgroups_admin.dryrun.shown_answers import ShownAnswer, shown_answer
from toolgroups_admin.dryrun.sources import Compiled
from toolgroups_admin.dryrun.typed import Turn, Typed
from toolgroups_admin.engine import Span, compile_catalog, parse_context

NOBODY = User(is_active=False)


def answer(prompts: list[str], *, system_message: str = "", turns: tuple[Turn, ...] = (), **typed: Any) -> ShownAnswer:
    """The answer of a prompt whose groups all hit and have these system prompts."""
    names = [f"g{number}" for number in range(len(prompts))]
    document = {
        "format": 1,
        "tools": [{"key": "t", "name": "t.ool"}],
        "groups": [
            {"name": name, "system_prompt": text, "tools": ["t"]} for name, text in zip(names, prompts, strict=True)
        ],
        "prompts": [{"name": "p", "system_message": system_message, "groups": names}],
    }
    form = Typed(prompt="p", turns=turns, **typed)
    return shown_answer(trial_of(form, Compiled(document, compile_catalog(document))), form, NOBODY)


SYSTEM_TEXTS = st.text(st.sampled_from("ab\n 　"), max_size=6)


@given(SYSTEM_TEXTS, st.lists(SYSTEM_TEXTS, max_size=3), st.none() | SYSTEM_TEXTS)
def test_the_parts_in_a_row_are_the_system_prompt(own: str, prompts: list[str], sent: str | None) -> None:
    turns = () if sent is None else (Turn("system", sent),)

    shown = answer(prompts, system_message=own, turns=turns)

    whole = "".join(part.text + part.between for part in shown.prompt_parts)
    assert whole == (shown.trial.resolution.system_prompt or "")


def test_each_part_names_where_it_comes_from() -> None:
    shown = answer(["one", " ", "three"], system_message="own")
    of_the_request = answer(["one"], system_message="own", turns=(Turn("developer", "sent"),))

    assert [(part.text, part.origin.words, part.origin.hue) for part in shown.prompt_parts] == [
        ("own", "the prompt", None),
        ("one", "g0", 0),
        ("three", "g2", 2),
    ]
    assert [part.origin.words for part in of_the_request.prompt_parts] == ["the request", "g0"]


def test_a_system_message_in_parts_of_content_is_shown_in_parts_too() -> None:
    message = {"role": "system", "content": [{"type": "text", "text": "sent"}]}

    shown = answer(["one"], turns=(Turn("", json.dumps(message), whole=True),))

    assert [(part.text, part.between) for part in shown.prompt_parts] == [("sent", "\n"), ("one", "")]


def test_without_a_system_message_there_are_no_parts() -> None:
    assert answer([""]).prompt_parts == []


@pytest.mark.parametrize(("format", "member"), [("openai", "tool_choice"), ("gemini", "toolConfig")])
def test_the_choice_is_the_providers_member(format: str, member: str) -> None:
    shown = answer(["x"], format=format, further='{"tool_choice": "required"}')

    assert member in json.loads(shown.request.text)


def test_notices_of_a_format_are_counted_on_its_tab_and_told_on_it() -> None:
    shown = answer(["x"], format="openai")

    counts = {tab.format: tab.notices for tab in shown.request.tabs}
    assert counts["openai"] >= 1
    assert "name_rewritten" in [notice.code for notice in shown.request.notices]


def test_an_unknown_format_is_read_as_the_first() -> None:
    assert [tab.format for tab in answer(["x"], format="nonsense").request.tabs if tab.is_shown] == ["openai"]


def html(text: str, *spans: tuple[str, int, int], edge: int = 100) -> str:
    context = parse_context({"prompt": "p", "messages": [{"role": "user", "content": text}]})
    found = [(group, Span(0, start, end)) for group, start, end in spans]
    [message] = marked_messages(context, found, edge=edge, hues={"a": 0, "b": 1})
    return str(message.html)


def test_overlapping_marks_name_everybody_who_found_something_there() -> None:
    assert html("abcdef", ("a", 0, 4), ("b", 2, 6)) == (
        '<mark class="hue-0" title="a">ab</mark>'
        '<mark class="hue-0" title="a, b">cd</mark>'
        '<mark class="hue-1" title="b">ef</mark>'
    )


def test_a_group_without_a_colour_has_a_plain_mark() -> None:
    assert html("<b>", ("", 1, 2)) == "&lt;<mark>b</mark>&gt;"


def test_what_lies_far_from_a_mark_is_left_out() -> None:
    shown = html("x" * 500 + "HERE" + "y" * 500, ("", 500, 504), edge=10)

    assert shown == f" … {'x' * 10}<mark>HERE</mark>{'y' * 10} … "


def test_a_mark_ends_where_the_text_does() -> None:
    assert html("abc", ("", 1, 99)) == "a<mark>bc</mark>"


def test_spans_of_a_message_that_is_not_there_are_left_out() -> None:
    context = parse_context({"prompt": "p", "messages": [{"role": "user", "content": None}]})

    assert marked_messages(context, [("a", Span(0, 0, 1)), ("a", Span(3, 0, 1))], edge=5) == []
