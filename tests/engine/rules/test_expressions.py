"""The rule kind `expression` (design §4, CEL; contract 4)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.expressions.asking import ask, compiled, context, explain, judging, user
from toolgroups_admin.engine.judging import Judging, OutOfTime
from toolgroups_admin.engine.rule import NO_POPULARITY, Span
from toolgroups_admin.engine.rules.compiling import Compiling

SURROGATE = "\ud83d"


@pytest.mark.parametrize(
    ("expression", "members"),
    [
        ('ctx.account_id == "user-1001"', {"account_id": "user-1001"}),
        ("ctx.conversation_id == 7", {"conversation_id": 7}),
        ("ctx.bot_id == 7.0", {"bot_id": 7}),
        ("ctx.turn_id >= 2", {"turn_id": 2.5}),
        ('ctx.model == "qwen-max"', {"options": {"model": "qwen-max"}}),
        ("ctx.options.temperature < 0.5", {"options": {"temperature": 0.1}}),
        ("ctx.streaming", {"streaming": True}),
        ('ctx.attributes.plan == "pro"', {"attributes": {"plan": "pro"}}),
        ('ctx.attributes["a.b"] == 1', {"attributes": {"a.b": 1}}),
        ('"vip" in ctx.attributes.tags', {"attributes": {"tags": ["new", "vip"]}}),
        ("ctx.attributes.user.age > 17", {"attributes": {"user": {"age": 18}}}),
        ('ctx.request.url.startsWith("https://")', {"request": {"url": "https://x"}}),
        ('ctx.request.headers["x-plan"] == "pro"', {"request": {"headers": {"X-Plan": "pro"}}}),
        ("ctx.request.retry.count == 2", {"request": {"retry": {"count": 2}}}),
    ],
)
def test_an_expression_reads_the_fields_of_the_context(expression: str, members: dict[str, Any]) -> None:
    assert ask(expression, **members) is True
    assert ask(expression) is not True


def test_an_expression_reads_the_texts_of_the_messages() -> None:
    talk = [
        {"role": "developer", "content": "be kind"},
        user("hi"),
        {"role": "assistant", "content": "yes?"},
        user("bye"),
    ]

    assert ask('ctx.user_text == "bye" && ctx.system_text == "be kind" && ctx.message_count == 4', *talk) is True
    assert ask('ctx.messages[2].text == "yes?" && ctx.messages.exists_one(m, m.role == "assistant")', *talk) is True
    assert ask('ctx.messages.all(m, m.text != "")', *talk) is True


def test_the_prompts_default_stands_in_for_a_blank_model() -> None:
    assert ask('ctx.model == "qwen-max"', options={"model": " "}, default_model="qwen-max") is True
    assert ask("has(ctx.model)") is False


def test_of_two_headers_that_differ_in_case_the_first_counts() -> None:
    assert ask('ctx.request.headers.plan == "a"', request={"headers": {"Plan": "a", "plan": "b"}}) is True


@pytest.mark.parametrize("field", ["account_id", "model", "user_text", "system_text", "request.url", "attributes.plan"])
def test_what_is_missing_or_null_is_absent(field: str) -> None:
    assert ask(f"has(ctx.{field})", attributes={"plan": None}) is False
    assert ask(f'ctx.{field} == "x"') is None
    assert ask(f'!(ctx.{field} == "x")') is None


def test_only_true_itself_is_true() -> None:
    assert ask("ctx.attributes.vip", attributes={"vip": True}) is True
    assert ask("ctx.attributes.vip", attributes={"vip": False}) is False
    for value in (1, 1.0, "true", [True], {"a": 1}, "NOT_FOUND"):
        assert ask("ctx.attributes.vip", attributes={"vip": value}) is None


def test_an_error_beside_what_decides_alone_does_not_matter() -> None:
    assert ask("ctx.attributes.nope == 1 || ctx.message_count == 0") is True
    assert ask("ctx.attributes.nope == 1 && ctx.message_count == 1") is False


def test_prompt_contains_means_what_the_kind_means() -> None:
    assert ask('promptContains("refund", "退款")', user("我要退款")) is True
    assert ask('promptContains("Refund")', user("refund")) is False
    assert ask('promptContains(" cat ")', user("concatenate")) is False
    assert ask('promptContains("old")', user("old"), user("new")) is False
    assert ask('promptContains("", " ", "\u3000")', user("any")) is False
    assert ask('!promptContains(" ")', user("any")) is True
    assert ask('promptContains("a")') is False


def test_prompt_matches_means_what_the_kind_means() -> None:
    assert ask('promptMatches("AF[0-9]{8}") && !promptMatches("^AF")', user("订单 AF20260001")) is True
    assert ask('promptMatches("退款")', user("hello")) is False
    assert ask('promptMatches("a")', user(None)) is False


@pytest.mark.parametrize("expression", ['promptMatches("[^x]")', '!promptMatches("[^x]")'])
def test_a_pattern_out_of_time_is_unknown_also_under_not(expression: str) -> None:
    compiling = Compiling()
    rule = compiled(expression, compiling)
    late = Late(context(user("abc")), default_model=None, vocabulary=compiling.vocabulary)

    assert rule.judge(late) is None
    assert (rule.explain(late).verdict, rule.explain(late).reason) == ("unknown", "pattern_timeout")


def test_a_search_that_runs_out_of_time_only_while_explaining_is_not_evaluated() -> None:
    compiling = Compiling()
    rule = compiled('promptMatches("[^x]")', compiling)
    late = Late(context(user("abc")), default_model=None, vocabulary=compiling.vocabulary)
    late.explaining = True

    evidence = rule.explain(late)

    assert (evidence.verdict, evidence.reason) == ("not_evaluated", "not_evaluated")


class Late(Judging):
    """A request whose time for searches is used up."""

    def search(self, pattern: Any, text: str) -> Any:
        raise OutOfTime


def test_evidence_of_a_hit_shows_where_the_texts_stand() -> None:
    evidence = explain('promptContains("退款") && promptMatches("[0-9]+")', user("hi"), user("退款 42"))

    assert (evidence.verdict, evidence.reason) == ("true", "expression_true")
    assert evidence.spans == (Span(1, 0, 2), Span(1, 3, 5))


def test_evidence_of_a_miss_names_it() -> None:
    assert explain('promptContains("退款")', user("hi")).reason == "expression_false"


def test_evidence_of_an_error_is_its_text() -> None:
    evidence = explain("ctx.attributes.nope == 1")

    assert (evidence.verdict, evidence.reason) == ("unknown", "expression_error")
    assert "nope" in evidence.actual


def test_evidence_of_another_value_shows_the_value() -> None:
    assert explain("ctx.attributes.plan", attributes={"plan": "pro"}).actual == "pro"


def test_an_error_of_contains_speaks_of_contains() -> None:
    evidence = explain("ctx.user_text.contains(ctx.turn_id)", user("a"), turn_id=1)

    assert ".contains(" in evidence.actual


def test_an_expression_is_evaluated_once_a_request() -> None:
    compiling = Compiling()
    rule = compiled('promptMatches("[^x]")', compiling)
    request = Counting(context(user("abc")), default_model=None, vocabulary=compiling.vocabulary)

    assert [rule.judge(request), rule.judge(request), rule.explain(request).verdict] == [True, True, "true"]
    assert request.searches == 1


class Counting(Judging):
    """A request that counts its searches."""

    searches = 0

    def search(self, pattern: Any, text: str) -> Any:
        self.searches += 1
        return super().search(pattern, text)


def test_expressions_of_one_request_share_what_they_see() -> None:
    compiling = Compiling()
    rules = [compiled(f'ctx.attributes.plan == "{plan}"', compiling) for plan in ("a", "b")]
    rules.append(compiled('has(ctx.account_id) && ctx.attributes.plan == "b"', compiling))
    request = judging(compiling, context(attributes={"plan": "b"}, account_id="x"))

    assert [rule.judge(request) for rule in rules] == [False, True, True]


def test_two_calls_of_one_function_with_different_texts_are_two_questions() -> None:
    assert (
        ask('promptContains("a") && !promptContains("b") && promptMatches("a") && !promptMatches("b")', user("a"))
        is True
    )


def test_an_expression_without_keys_is_judged_on_every_request() -> None:
    assert compiled("ctx.message_count > 1").access_keys(NO_POPULARITY) is None


def test_a_text_is_never_cut_at_a_character_that_the_library_cannot_take() -> None:
    for odd in ("\0", SURROGATE):
        plan = f"pro{odd}x"
        assert ask('ctx.attributes.plan == "pro"', attributes={"plan": plan}) is False
        assert ask("size(ctx.attributes.plan) == 5", attributes={"plan": plan}) is True
        assert ask('ctx.user_text.endsWith("退款") && promptContains("退款")', user(odd + "退款")) is True
        assert ask("has(ctx.attributes.pro)", attributes={f"pro{odd}x": 1}) is False


class Hostile(dict[str, Any]):
    """An object of an interceptor that fails when it is read."""

    def items(self) -> Any:
        raise RuntimeError("do not read me")


def test_an_object_that_fails_when_it_is_read_makes_the_expression_unknown() -> None:
    assert ask('ctx.attributes.plan == "pro"', attributes={"plan": "pro", "odd": Hostile(a=1)}) is None


def cyclic() -> list[Any]:
    endless: list[Any] = []
    endless.append(endless)
    return endless


ODD = [
    object(),
    (1, 2),
    {1, "a"},
    frozenset({2.5}),
    2**63,
    2**64,
    -(2**63) - 1,
    10**400,
    -(10**400),
    float("nan"),
    float("inf"),
    SURROGATE,
    {SURROGATE: SURROGATE},
    {None: 1, 2: 3},
    b"bytes",
    1j,
    range(3),
    lambda: 1,
    cyclic(),
    [None],
    {"deep": {"odd": object()}},
]
ANYTHING = st.recursive(
    st.one_of(st.sampled_from(ODD), st.text("\0\ud800a查"), st.integers(), st.floats(), st.booleans(), st.none()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(odd=ANYTHING)
def test_whatever_an_attribute_holds_the_others_stay_usable(odd: Any) -> None:
    attributes = {"odd": odd, "plan": "pro", "\udc00": 1}

    assert ask('ctx.attributes.plan == "pro"', attributes=attributes, options=attributes) is True


@pytest.mark.parametrize(
    "expression",
    [
        "ctx.attributes.odd",
        "ctx.attributes.odd == 1",
        "ctx.attributes.odd > 1",
        'ctx.attributes.odd.contains("a")',
        'ctx.attributes.odd in ["a", 1, true]',
        "size(ctx.attributes.odd) > 1",
        "ctx.attributes.odd.exists(x, x == 1)",
        "ctx.attributes.odd.deep.odd == 1",
        "string(ctx.attributes.odd) == 'a'",
    ],
)
@given(odd=ANYTHING, text=st.text())
def test_judging_and_explaining_never_raise(expression: str, odd: Any, text: str) -> None:
    members = {"attributes": {"odd": odd}, "account_id": odd, "options": {"model": odd}}

    verdict = ask(expression, user(text), **members)
    evidence = explain(expression, user(text), **members)

    assert evidence.verdict == {True: "true", False: "false", None: "unknown"}[verdict]
