"""Matchers written in Python."""

import copy
from collections.abc import Mapping
from typing import Any

import pytest

from tests.engine.rules.ruling import negated, refusal, ruling, says
from toolgroups_admin.engine.context import ChatContext, RequestFacts
from toolgroups_admin.engine.rules.readonly import ReadOnly, read_only
from toolgroups_admin.engine.rules.registered import matcher, registered_matchers


def python(**args: Any) -> dict[str, Any]:
    return {"kind": "python", "name": "known", **({"args": args} if args else {})}


def test_a_registered_matcher_is_found_by_its_name() -> None:
    @matcher("tests.says-yes")
    def says_yes(context: ChatContext) -> bool:
        return True

    assert registered_matchers()["tests.says-yes"] is says_yes


def test_a_name_is_taken_once() -> None:
    register = matcher("tests.taken")
    register(lambda context: True)

    with pytest.raises(ValueError, match=r"tests\.taken"):
        register(lambda context: False)


def test_the_registry_is_not_written_to_from_outside() -> None:
    with pytest.raises(TypeError):
        registered_matchers()["tests.smuggled"] = lambda context: True  # type: ignore[index]


def test_it_gets_the_context_and_the_arguments() -> None:
    def known(context: ChatContext, *, word: str, times: int) -> bool:
        return bool(context.messages[-1]["content"].count(word) == times)

    assert ruling(python(word="a", times=2), known=known).verdict(says("aba")) is True
    assert ruling(python(word="a", times=1), known=known).verdict(says("aba")) is False


@pytest.mark.parametrize("answer", [None, 1, 0, "yes", "", [], object()])
def test_an_answer_that_is_no_bool_is_unknown_under_not_too(answer: Any) -> None:
    assert ruling(python(), known=lambda context: answer).verdict() is None
    assert ruling(negated(python()), known=lambda context: answer).verdict() is None
    assert ruling(python(), known=lambda context: answer).evidence().reason == "matcher_not_bool"


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even that")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (KeyError("plan"), "KeyError: 'plan'"),
        (RecursionError(""), "RecursionError: "),
        (UnspeakableError(), "UnspeakableError"),
    ],
)
def test_a_matcher_that_raises_is_unknown_and_says_what(error: Exception, words: str) -> None:
    def known(context: ChatContext) -> bool:
        raise error

    evidence = ruling(python(), known=known).evidence()

    assert (evidence.verdict, evidence.reason, evidence.actual) == ("unknown", "matcher_failed", words)


def test_evidence_names_the_matcher() -> None:
    yes, no = ruling(python(), known=lambda context: True), ruling(python(), known=lambda context: False)

    assert (yes.evidence().verdict, yes.evidence().reason, yes.evidence().expected) == ("true", "matcher_true", "known")
    assert (no.evidence().verdict, no.evidence().reason) == ("false", "matcher_false")


def test_it_is_asked_once_a_request() -> None:
    asked: list[int] = []

    def known(context: ChatContext) -> bool:
        asked.append(1)
        raise ValueError

    once = ruling(python(), known=known)
    judging = once.judging()
    once.rule.judge(judging)
    once.rule.judge(judging)
    once.rule.explain(judging)

    assert len(asked) == 1


def test_nothing_that_it_gets_can_be_changed() -> None:
    context = ChatContext(
        prompt="p",
        messages=({"role": "user", "content": [{"type": "text", "text": "x"}]},),
        attributes={"a": {"b": [1]}, "set": {1}},
        options={"stop": ["x"]},
        request=RequestFacts(headers={"x": "y"}, retry={"n": 1}),
        tools=({"name": "t", "parameters": {}},),
        tool_choice={"tool": "t"},
        tool_context={"secret": {"a": 1}},
    )
    before = copy.deepcopy(context)
    seen: list[ChatContext] = []

    def known(given: ChatContext, words: Any) -> bool:
        seen.append(given)
        return isinstance(words, tuple)

    assert ruling(python(words=["a"]), known=known).verdict(context) is True
    [given] = seen
    for view in (given.messages[0]["content"][0], given.attributes["a"], given.request.headers, given.tool_context):
        with pytest.raises(TypeError):
            view["x"] = 1  # type: ignore[index]
    assert given.attributes["a"]["b"] == (1,)
    assert given.attributes["set"] == frozenset({1})
    assert (before.messages, before.attributes, before.options) == (
        context.messages,
        context.attributes,
        context.options,
    )


def test_a_read_only_view_reads_like_the_object() -> None:
    view = read_only({"a": 1, "b": {"c": 2}})

    assert isinstance(view, Mapping)
    assert view == {"a": 1, "b": {"c": 2}}
    assert (list(view), len(view), "a" in view, view.get("x")) == (["a", "b"], 2, True, None)
    assert repr(ReadOnly({"a": 1})) == "ReadOnly({'a': 1})"


def test_two_matchers_of_a_request_share_one_view_of_the_context() -> None:
    seen: list[ChatContext] = []

    def known(context: ChatContext) -> bool:
        seen.append(context)
        return True

    both = ruling({"kind": "all", "rules": [python(), python()]}, known=known)
    both.verdict()

    assert seen[0] is seen[1]


def test_an_unknown_name_is_refused_and_the_registered_ones_are_named() -> None:
    assert refusal(python()) == [("unknown_matcher", "$.matcher.name")]
    assert refusal(python(), other=lambda context: True) == [("unknown_matcher", "$.matcher.name")]


def test_arguments_that_the_function_does_not_take_are_refused() -> None:
    assert refusal(python(word="a"), known=lambda context: True) == [("matcher_arguments", "$.matcher.args")]
    assert refusal(python(), known=lambda context, word: True) == [("matcher_arguments", "$.matcher.args")]


def test_a_function_without_a_signature_is_taken_as_it_is() -> None:
    assert refusal(python(), known=max) == []


def test_a_view_of_a_view_is_the_view_itself_at_any_depth() -> None:
    view = read_only({"a": [1, {"b": (2, [3])}]})

    assert read_only(view) is view
    assert read_only(view["a"]) == (1, {"b": (2, (3,))})
    assert read_only((view["a"],))[0] == view["a"]
