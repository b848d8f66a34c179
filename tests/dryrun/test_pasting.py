"""A pasted body is taken apart, whoever's it is; errors name the place, and nothing typed is lost."""

import json
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dryrun.asking import PAGE, asked, attribute, hits, says, words
from tests.engine.any_json import JSON
from toolgroups_admin.dryrun.contexts import context_of
from toolgroups_admin.dryrun.pasting import UnknownBody, taken_apart
from toolgroups_admin.dryrun.taking import take_apart
from toolgroups_admin.dryrun.typed import Turn, Typed
from toolgroups_admin.engine import InvalidContext, parse_context

Json = dict[str, Any]

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
TOOL = {"name": "find", "description": "Finds.", "parameters": SCHEMA}
HI, THERE = {"role": "user", "content": "hi"}, {"role": "assistant", "content": "there"}
CALL = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": "{}"}}

OPENAI = {
    "model": "gpt-4o",
    "temperature": 0.2,
    "stream": True,
    "messages": [HI, THERE],
    "tools": [{"type": "function", "function": TOOL}, {"type": "web_search"}],
    "tool_choice": {"type": "function", "function": {"name": "find"}},
}
RESPONSES = {
    "model": "gpt-4o",
    "instructions": "Help.",
    "input": [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        {"type": "reasoning", "summary": []},
        {"type": "function_call", "call_id": "c1", "name": "find", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "42"},
    ],
    "tools": [{"type": "function", **TOOL}],
    "tool_choice": "required",
}
ANTHROPIC = {
    "model": "claude",
    "max_tokens": 100,
    "system": "Help.",
    "messages": [HI, {"role": "assistant", "content": [{"type": "text", "text": "there"}]}],
    "tools": [{"name": "find", "description": "Finds.", "input_schema": SCHEMA}],
    "tool_choice": {"type": "any"},
}
GEMINI = {
    "systemInstruction": {"parts": [{"text": "Help."}]},
    "contents": [
        {"role": "user", "parts": [{"text": "h"}, {"text": "i"}]},
        {"role": "model", "parts": [{"text": "there"}]},
    ],
    "tools": [{"functionDeclarations": [TOOL]}],
    "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["find"]}},
    "generationConfig": {"temperature": 0.2},
}
SYSTEM = {"role": "system", "content": "Help."}


@pytest.mark.parametrize(
    ("body", "whose", "context", "left_out"),
    [
        (
            OPENAI,
            "openai",
            {
                "messages": [HI, THERE],
                "tools": [TOOL],
                "tool_choice": {"tool": "find"},
                "streaming": True,
                "options": {"model": "gpt-4o", "temperature": 0.2},
            },
            ("tools[1]",),
        ),
        (
            RESPONSES,
            "openai-responses",
            {
                "messages": [
                    SYSTEM,
                    HI,
                    {"role": "assistant", "content": None, "tool_calls": [CALL]},
                    {"role": "tool", "tool_call_id": "c1", "content": "42"},
                ],
                "tools": [TOOL],
                "tool_choice": "required",
                "options": {"model": "gpt-4o"},
            },
            ("input[1]",),
        ),
        (
            ANTHROPIC,
            "anthropic",
            {
                "messages": [SYSTEM, *ANTHROPIC["messages"]],  # type: ignore[misc]
                "tools": [TOOL],
                "tool_choice": "required",
                "options": {"model": "claude", "max_tokens": 100},
            },
            (),
        ),
        (
            GEMINI,
            "gemini",
            {
                "messages": [SYSTEM, {"role": "user", "content": "h\ni"}, THERE],
                "tools": [TOOL],
                "tool_choice": {"tool": "find"},
                "options": {"temperature": 0.2},
            },
            (),
        ),
        ({"prompt": "p", "messages": [HI], "format": "openai", "explain": True}, "ours", {"messages": [HI]}, ()),
        ({"input": "hi"}, "openai-responses", {"messages": [HI]}, ()),
    ],
    ids=["openai", "responses", "anthropic", "gemini", "ours", "one text"],
)
def test_a_body_becomes_the_context_it_means(body: Json, whose: str, context: Json, left_out: tuple[str, ...]) -> None:
    pasted = taken_apart(body, {"prompt": "p"})

    assert (pasted.format, pasted.left_out) == (whose, left_out)
    assert pasted.context == {"prompt": "p", **context}
    parse_context(pasted.context)


def test_what_a_providers_body_does_not_say_stays_as_it_was_typed() -> None:
    current = {"prompt": "p", "account_id": "u", "tools": ["old"], "options": {"model": "a", "seed": 1}}

    context = taken_apart({"messages": [HI], "model": "b"}, current).context

    assert context == {"prompt": "p", "account_id": "u", "messages": [HI], "options": {"model": "b", "seed": 1}}


@given(
    st.fixed_dictionaries(
        {},
        optional={
            name: JSON | st.lists(JSON, max_size=3)
            for name in ("messages", "input", "contents", "system", "tools", "tool_choice", "toolConfig", "prompt")
        },
    )
)
@settings(max_examples=60)
def test_no_body_breaks_it_and_what_it_makes_can_be_typed(body: Json) -> None:
    taken = take_apart(Typed(prompt="p", pasted=json.dumps(body)))

    context, faults = context_of(taken.typed)
    assert taken.faults or not faults
    assert context["prompt"]
    with suppress(InvalidContext):
        parse_context(context)


def test_a_body_of_nobody_is_refused() -> None:
    with pytest.raises(UnknownBody):
        taken_apart({"question": "?"}, {})


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("", "Nothing is pasted"),
        ('{"messages": [\n{"role": "user",}]}', "Line 2, column 17"),
        ("[1]", "no JSON object"),
        ('{"question": "?"}', "none of the members"),
    ],
)
def test_what_cannot_be_taken_apart_says_where_and_is_kept(browser: Client, demo: Any, pasted: str, said: str) -> None:
    page = asked(browser, says("天气", do="take apart", pasted=pasted, account="u"))

    assert said in words(page, "pasted")
    assert (page.typed.pasted, page.typed.account, page.typed.turns) == (pasted, "u", (Turn("user", "天气"),))


def test_a_fault_inside_of_a_body_is_named_by_its_place(browser: Client, demo: Any) -> None:
    page = asked(browser, says("x", do="take apart", pasted='{"messages": [{"role": "function", "content": "1"}]}'))

    assert "function" in words(page, "turns", 0)


def test_the_page_is_filled_with_a_body_and_answers_it(browser: Client, demo: Any, language: str) -> None:
    body = json.dumps(
        {"model": "qwen-max", "messages": [{"role": "user", "content": "退货"}], "tools": [{"type": "x"}]}
    )

    answer = browser.post(
        PAGE, says("x", do="take apart", pasted=body, **attribute("a", "b")), headers={"accept-language": language}
    )

    page = answer.context["page"]
    assert hits(page) == ["qwen-only", "basic"]
    assert page.typed.attributes[0].name == "a"
    assert "OpenAI" in answer.content.decode()
    assert "tools[0]" in answer.content.decode()
