"""The fields of a context."""

from types import MappingProxyType
from typing import Any

import pytest

from tests.engine.rules.ruling import asks, chat, condition, has, refusal, says
from toolgroups_admin.engine.context import ChatContext
from toolgroups_admin.engine.judging import Judging
from toolgroups_admin.engine.rules.fields import field_names, value_of, values_for_index
from toolgroups_admin.engine.vocabulary import Vocabulary


class Hostile(dict[str, Any]):
    def __contains__(self, name: object) -> bool:
        raise RuntimeError("no")


def judging(context: ChatContext, default_model: str | None = None) -> Judging:
    return Judging(context, default_model=default_model, vocabulary=Vocabulary())


def value(field: str, context: ChatContext, default_model: str | None = None) -> Any:
    return value_of(judging(context, default_model), field)


@pytest.mark.parametrize("field", ["account_id", "conversation_id", "bot_id", "turn_id"])
def test_an_identity_is_a_field(field: str) -> None:
    assert value(field, ChatContext(prompt="p", **{field: 7})) == 7  # type: ignore[arg-type]
    assert value(field, ChatContext(prompt="p")) is None


def test_facts_of_the_request_are_fields() -> None:
    context = asks(url="https://x", headers={"X-Plan": "pro"}, retry={"count": 2})

    assert value("request.url", context) == "https://x"
    assert value("request.retry.count", context) == 2
    assert value("request.retry.other", context) is None


def test_header_names_ignore_case_and_the_first_of_two_counts() -> None:
    context = asks(headers={"X-Plan": "pro", "x-plan": "free", "dotted.name": "d"})

    assert value("request.headers.X-PLAN", context) == "pro"
    assert value("request.headers.Dotted.Name", context) == "d"
    assert value("request.headers.other", context) is None


@pytest.mark.parametrize(
    ("options", "default", "model"),
    [
        ({"model": "qwen"}, "other", "qwen"),
        ({"model": " \u3000"}, "other", "other"),
        ({"model": None}, "other", "other"),
        ({}, "other", "other"),
        ({}, None, None),
        ({"model": 5}, "other", 5),
    ],
)
def test_the_model_is_the_options_or_the_prompts(options: dict[str, Any], default: str | None, model: Any) -> None:
    assert value("model", ChatContext(prompt="p", options=options), default) == model


def test_texts_and_counts_see_the_messages_as_received() -> None:
    context = chat([("developer", "be kind"), ("system", "second"), ("user", "a"), ("user", "b")], streaming=True)

    assert value("user_text", context) == "b"
    assert value("system_text", context) == "be kind"
    assert value("message_count", context) == 4
    assert value("streaming", context) is True


def test_without_such_messages_texts_are_missing() -> None:
    assert value("user_text", ChatContext(prompt="p")) is None
    assert value("system_text", says("x")) is None


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("plan", "pro"),
        ("a.b", "whole key first"),
        ("a.c", "below a"),
        ("a.d.e", "whole key below"),
        ("list.1", "second"),
        ("list.2.x", "in list"),
        ("tuple.0", "t"),
        ("list.9", None),
        ("list.-1", None),
        ("list.٣", None),
        ("list." + "9" * 5000, None),
        ("list.x", None),
        ("plan.x", None),
        ("a.x", None),
        ("x.a", None),
        ("null", None),
        ("null.x", None),
        ("none.given", None),
        (".", None),
        ("view.a", 1),
        ("0", "zero"),
    ],
)
def test_a_path_tries_the_whole_key_then_the_part_before_the_first_dot(path: str, found: Any) -> None:
    context = has(
        **{
            "plan": "pro",
            "a.b": "whole key first",
            "a": {"b": "not this", "c": "below a", "d.e": "whole key below"},
            "list": ["first", "second", {"x": "in list"}],
            "tuple": ("t",),
            "null": None,
            "view": MappingProxyType({"a": 1}),
            "0": "zero",
        }
    )

    assert value(f"attributes.{path}", context) == found


def test_options_are_fields_below_their_prefix() -> None:
    assert value("options.top.k", ChatContext(prompt="p", options={"top": {"k": 1}})) == 1


@pytest.mark.parametrize(
    "field", ["", "attributes", "attributes.", "request.headers.", "messages", "Account_id", "tool_context.x", "now"]
)
def test_an_unknown_field_is_refused_and_the_known_ones_are_named(field: str) -> None:
    assert refusal(condition(field, "exists")) == [("unknown_field", "$.matcher.field")]
    assert value(field, says("x")) is None


def test_all_fields_of_the_design_are_named() -> None:
    assert sorted(field_names()) == [
        "account_id",
        "attributes.<path>",
        "bot_id",
        "conversation_id",
        "message_count",
        "model",
        "options.<path>",
        "request.headers.<name>",
        "request.retry.<name>",
        "request.url",
        "streaming",
        "system_text",
        "turn_id",
        "user_text",
    ]


@pytest.mark.parametrize(
    ("attribute", "values"),
    [
        ("ΑΣ", ["ασ"]),
        (1, [1]),
        (True, [True]),
        (1.5, [1.5]),
        (None, []),
        ([1, "A", None, [2], {"x": 1}, True], [1, "a", True]),
        (("A",), ["a"]),
        ({"x": 1}, []),
        ({1, 2}, []),
        (object(), []),
    ],
)
def test_the_index_is_told_folded_texts_numbers_and_elements(attribute: Any, values: list[Any]) -> None:
    assert list(values_for_index(judging(has(x=attribute)), "attributes.x")) == values


def test_the_index_is_told_the_folded_user_text_and_nothing_when_there_is_none() -> None:
    assert list(values_for_index(judging(says("ΑΣ")), "user_text")) == ["ασ"]
    assert list(values_for_index(judging(says(None)), "user_text")) == []


def test_the_index_is_told_nothing_of_what_cannot_be_read() -> None:
    assert list(values_for_index(judging(has(x=Hostile())), "attributes.x.y")) == []
