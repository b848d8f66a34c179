"""What an expression may not be: each fault with its code, place and remedy."""

import time
from typing import Any

import pytest

from tests.engine.expressions.asking import PATH, ask, codes, faults, user


def test_a_fault_names_the_place_and_the_remedy() -> None:
    [fault] = faults('ctx.streaming &&\n  ctx.acount_id == "x"')

    assert (fault.code, fault.path) == ("expression_field", f"{PATH}.expression")
    assert fault.params["line"] == 2
    assert fault.params["column"] == 6
    assert "acount_id" in fault.message
    assert "account_id" in fault.remedy


def test_a_syntax_error_has_its_line_and_column() -> None:
    [fault] = faults('ctx.message_count == 1\n&& "查" ==')

    assert fault.code == "expression_invalid"
    assert (fault.params["line"], fault.params["column"]) == (2, 10)
    assert "INVALID_ARGUMENT" not in fault.message


def test_all_faults_of_a_readable_expression_are_said_at_once() -> None:
    assert codes('ctx.nope == 1 || ctx.user_text.matches("a") || promptContains(ctx.model)') == [
        "expression_field",
        "expression_matches",
        "expression_argument",
    ]


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("", "expression_empty"),
        (" \n\u3000", "expression_empty"),
        ("true" + " " * 2000, "expression_too_long"),
        ('"\ud800" == ctx.model', "lone_surrogate"),
        ("1", "expression_not_boolean"),
        ('"true"', "expression_not_boolean"),
        ("null", "expression_not_boolean"),
        ("nope == 1", "expression_invalid"),
        ("true\0", "expression_invalid"),
        ("lambda ctx: true", "expression_invalid"),
        ('ctx.model.lowerAscii() == "a"', "expression_invalid"),
        ('ctx.model.@contain("a")', "expression_invalid"),
        ("promptContains()", "expression_invalid"),
        ("promptContains(1)", "expression_invalid"),
        ("promptContains(" + ",".join(['"a"'] * 11) + ")", "expression_invalid"),
        ("promptContains(" + ",".join(['"a"'] * 10) + ")", None),
        ('promptContains("a" + "b")', "expression_argument"),
        ("promptMatches(ctx.model)", "expression_argument"),
        ('promptMatches("(")', "bad_pattern"),
        ("ctx.nope", "expression_field"),
        ('ctx["nope"] == 1', "expression_field"),
        ("has(ctx.nope)", "expression_field"),
        (".ctx.nope == 1", "expression_field"),
        ("size(ctx) == 1", "expression_field"),
        ("ctx[ctx.model] == 1", "expression_field"),
        ("ctx.request.body == 1", "expression_field"),
        ('ctx.request.headers["X-Plan"] == "a"', "expression_field"),
        ('"x" in ctx.request.headers', None),
        ('ctx.messages[0].content == "a"', "expression_field"),
        ('ctx.messages.exists(m, m.content == "a")', "expression_field"),
        ("ctx.attributes.list.exists(m, m.content == 1)", None),
        ("ctx.messages.exists(ctx, true)", "expression_loop"),
        ('matches(ctx.model, "a")', "expression_matches"),
        ("ctx.attributes.matches == 1", None),
        ("ctx.messages.map(m, m.text) == []", "expression_loop"),
        ("ctx.messages.filter(m, true) == []", "expression_loop"),
        ("ctx.messages.exists(m, ctx.messages.exists(k, true))", "expression_loop"),
        ("[ctx.messages.exists(m, true)].exists(k, k)", "expression_loop"),
        ("[1].map(x, x + 1).exists(x, x == 1)", "expression_loop"),
        ("ctx.messages.exists(m, m.text == ctx.model)", None),
        ("ctx.messages.exists(m, ctx.model == m.text)", None),
        ("ctx.messages.exists(m, m.text.contains(ctx.model))", None),
        ("ctx.messages.exists(m, ctx.user_text.contains(m.text))", "expression_costly"),
        ("ctx.messages.exists(m, size(ctx.user_text) > 1)", "expression_costly"),
        ("ctx.messages.exists(m, m.text in ctx.attributes.list)", "expression_costly"),
        ("ctx.messages.exists(m, ctx.user_text == ctx.model)", "expression_costly"),
        ('ctx.messages.exists(m, promptContains("a"))', "expression_costly"),
        ('ctx.messages.exists(m, m.text + m.text == "aa")', "expression_costly"),
        ("ctx.attributes.list.exists(m, m + 1 == 2)", None),
        ('ctx.messages.exists(m, m.role in ["user", "tool"])', None),
        ("ctx.messages.exists(m, m.text in [" + ",".join(['"a"'] * 51) + "])", "expression_costly"),
        ("ctx.model in [" + ",".join(['"a"'] * 51) + "]", None),
        ("size(" + "+".join(["ctx.model"] * 12) + ") > 1", "expression_costly"),
        ("size(" + "+".join(["ctx.model"] * 11) + ") > 1", None),
        ("1" + " + 1" * 20 + " == 21", None),
        ('google.protobuf.Struct{fields: {"a": google.protobuf.Value{}}} == ctx.attributes', None),
    ],
)
def test_every_expression_compiles_or_has_its_fault(expression: str, code: str | None) -> None:
    assert set(codes(expression)) == ({code} if code else set())


BOMBS = {
    "deep parentheses": "(" * 900 + "1" + ")" * 900 + " == 1",
    "deep lists": "[" * 900 + "]" * 900 + " == 1",
    "200 kB": "true" + " && true" * 25_000,
    "a long way": "ctx.attributes" + ".a" * 900,
    "many indices": "ctx.attributes" + "[0]" * 600,
    "many signs": "!" * 1990 + "true",
    "a long sum": "1" + "+1" * 900 + " == 1",
    "many choices": "true?true:" * 190 + "true",
    "a long and": " && ".join(["true"] * 240),
    "many quotes": '"' * 2000,
    "many calls": "size(" * 390,
    "string doubling": "['aaaa']" + ".map(x, x + x)" * 28 + " == []",
    "10^9 rounds": "[1,2,3,4,5,6,7,8,9,10]" + ".all(a, [1,2,3,4,5,6,7,8,9,10]" * 9 + ".all(a, true" + ")" * 10,
    "joined texts": "size(" + "+".join(["ctx.user_text"] * 140) + ") == 1",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_or_bounded(name: str) -> None:
    expression = BOMBS[name]
    began = time.thread_time()

    if not faults(expression):
        ask(expression, user("a" * 1000))

    assert time.thread_time() - began < 0.25  # 50 ms with room for a busy machine


HEAVY: list[tuple[str, dict[str, Any]]] = [
    ("ctx.user_text.contains(ctx.system_text)", {}),
    ("size(" + "+".join(["ctx.user_text"] * 11) + ") == 1", {}),
    ("ctx.attributes.list.exists(m, m == ctx.user_text)", {"attributes": {"list": list(range(9_000))}}),
    ("ctx.attributes.list.exists(m, m < 0)", {"attributes": {"list": list(range(200_000))}}),
]


@pytest.mark.parametrize(("expression", "members"), HEAVY)
def test_what_is_allowed_stays_cheap_on_a_large_context(expression: str, members: dict[str, Any]) -> None:
    talk = [{"role": "system", "content": "a" * 500_000 + "b"}, user("a" * 1_000_000)]
    began = time.thread_time()

    assert ask(expression, *talk, **members) is not True

    assert time.thread_time() - began < 0.5
