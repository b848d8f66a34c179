"""Access keys of expressions: facts without which they cannot be true (design §9)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.expressions.asking import compiled, context, judging, user
from toolgroups_admin.engine.judging import Judging
from toolgroups_admin.engine.rule import NO_POPULARITY, AccessKey, KeywordKey, ValueKey
from toolgroups_admin.engine.rules.compiling import Compiling
from toolgroups_admin.engine.rules.fields import values_for_index


def keys(expression: str) -> frozenset[AccessKey] | None:
    return compiled(expression).access_keys(NO_POPULARITY)


FIRST = KeywordKey("last_user", 0)
SECOND = KeywordKey("last_user", 1)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('ctx.attributes.plan == "Pro"', {ValueKey("attributes.plan", "pro")}),
        ('"Pro" == ctx.attributes["a.b"]', {ValueKey("attributes.a.b", "pro")}),
        ("ctx.options.n == 2", {ValueKey("options.n", 2)}),
        ('ctx.model in ["a", "B"]', {ValueKey("model", "a"), ValueKey("model", "b")}),
        ("ctx.account_id == 7", {ValueKey("account_id", 7)}),
        ("ctx.attributes.vip && ctx.message_count > 1", {ValueKey(field="attributes.vip", value=True)}),
        ('promptContains("a", "B", " ")', {FIRST, SECOND}),
        ('promptContains("")', set()),
        ('promptMatches("退款")', {FIRST}),
        ('ctx.user_text.contains("a") && ctx.message_count > 1', {FIRST}),
        ('ctx.user_text.startsWith("a") || ctx.user_text.endsWith("b")', {FIRST, SECOND}),
        ('ctx.user_text == "a"', {FIRST}),
        ("ctx.attributes.plan in []", set()),
    ],
)
def test_what_an_expression_asks_for_at_its_top_gives_keys(expression: str, expected: set[AccessKey]) -> None:
    assert keys(expression) == frozenset(expected)


@pytest.mark.parametrize(
    "expression",
    [
        "ctx.message_count > 1",
        'ctx.attributes.plan != "pro"',
        '!(ctx.attributes.plan == "pro")',
        "has(ctx.attributes.plan)",
        "has(ctx.attributes.plan) == true",
        'ctx.attributes.user.plan == "pro"',
        'ctx.attributes[""] == "pro"',
        'ctx.attributes["\ufffd"] == "pro"',
        'ctx.attributes.plan == "\ufffd"',
        "ctx.attributes.plan == 9007199254740993",
        "ctx.attributes.plan == b'a'",
        "ctx.attributes.plan == null",
        "ctx.attributes.plan in [1, ctx.turn_id]",
        "ctx.attributes.plan in ctx.attributes.list",
        '"a" in ctx.attributes.list',
        'ctx.attributes.plan == "a" || ctx.message_count == 1',
        'ctx.system_text.contains("a")',
        'ctx.user_text.contains("")',
        'ctx.user_text.contains("\ufffd")',
        "ctx.user_text.contains(ctx.model)",
        'promptMatches("[^x]")',
        'ctx.streaming ? ctx.attributes.plan == "a" : true',
        '{"a": true}.a',
        "ctx.message_count == 1",
    ],
)
def test_anything_else_is_judged_on_every_request(expression: str) -> None:
    assert keys(expression) is None


def test_the_rarest_part_of_a_conjunction_gives_the_keys() -> None:
    rule = compiled('ctx.attributes.plan == "pro" && promptContains("a", "b") && ctx.model == "m"')
    popularity: Counter[AccessKey] = Counter(
        {ValueKey("attributes.plan", "pro"): 9, FIRST: 1, SECOND: 1, ValueKey("model", "m"): 3}
    )

    assert rule.access_keys(popularity) == frozenset({FIRST, SECOND})
    assert set(rule.leaf_keys()) == set(popularity)


WORDS = st.text("aAσςΣİß退\ufffd ", max_size=2)
CONSTANTS = st.one_of(
    WORDS.map(lambda text: f'"{text}"'), st.sampled_from(["1", "1.0", "true", "0", "9007199254740993"])
)
ATOMS = st.one_of(
    st.builds("ctx.attributes.{} == {}".format, st.sampled_from("xy"), CONSTANTS),
    st.builds("{1} == ctx.attributes.{0}".format, st.sampled_from("xy"), CONSTANTS),
    st.builds("ctx.attributes.x in [{}, {}]".format, WORDS.map(lambda text: f'"{text}"'), st.just('"a"')),
    st.builds("ctx.model == {}".format, WORDS.map(lambda text: f'"{text}"')),
    st.builds("promptContains({}, {})".format, *[WORDS.map(lambda text: f'"{text}"')] * 2),
    st.builds(
        "ctx.user_text.{}({})".format,
        st.sampled_from(["contains", "startsWith", "endsWith"]),
        WORDS.map(lambda text: f'"{text}"'),
    ),
    st.builds("ctx.user_text == {}".format, WORDS.map(lambda text: f'"{text}"')),
    st.sampled_from(["ctx.attributes.x", "has(ctx.attributes.x)", "ctx.attributes.x.y == 1", "ctx.streaming"]),
)
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("({} && {})".format, inner, inner),
        st.builds("({} || {})".format, inner, inner),
        st.builds("!({})".format, inner),
        st.builds("({} ? {} : {})".format, inner, inner, inner),
    ),
    max_leaves=5,
)
VALUES = st.one_of(
    st.text("aAσςΣİß退\ud800\0", max_size=2),
    st.sampled_from([0, 1, 1.0, True, False, None, 2**53 + 1, float(2**53), [1], ["a"], {"y": 1}, (1,)]),
)


@example('ctx.attributes.x == "\ufffd"', "", {"x": "\ud800"}, None)
@example("ctx.attributes.x == 9007199254740993", "", {"x": float(2**53)}, None)
@example("ctx.attributes.x.y == 1", "", {"x": {"y": 1}, "x.y": 2}, None)
@given(
    EXPRESSIONS,
    st.text("aAσςΣİß退\ud800 ", max_size=4),
    st.dictionaries(st.sampled_from(["x", "y", "x.y"]), VALUES),
    VALUES,
)
def test_a_true_expression_has_one_of_its_keys(
    expression: str, text: str, attributes: dict[str, Any], model: Any
) -> None:
    compiling = Compiling()
    rule = compiled(expression, compiling)
    request = judging(compiling, context(user(text), attributes=attributes, options={"model": model}))

    verdict = rule.judge(request)

    wanted = rule.access_keys(NO_POPULARITY)
    for choice in (wanted, rule.access_keys(Counter(wanted or ()))):
        assert verdict is not True or choice is None or any(holds(key, request) for key in choice)


def holds(key: AccessKey, request: Judging) -> bool:
    if isinstance(key, KeywordKey):
        return any(key.literal in text.found for text in request.texts(key.scope))
    return key.value in list(values_for_index(request, key.field))
