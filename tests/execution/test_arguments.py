"""Arguments are checked without coercion, in words that tell the model what to mend (contract 12, field case 20)."""

import time
from typing import Any

import pytest

from tests.execution.calling import Json
from tests.execution.servers import Says, serving
from toolgroups_admin.execution.arguments import (
    MOST_CHARACTERS,
    MOST_DEPTH,
    Malformed,
    problems,
    read_arguments,
    without_absent,
)


def schema(required: tuple[str, ...] = (), **properties: Any) -> Json:
    return {"type": "object", "properties": properties, "required": list(required)}


ORDER = schema(
    ("id",),
    id={"type": "integer", "minimum": 1},
    state={"enum": ["open", "closed"]},
    lines={"type": "array", "items": schema(("sku",), sku={"type": "string", "pattern": "^[A-Z]+$"}), "maxItems": 2},
)
CASES: list[tuple[Json, list[str]]] = [
    ({"id": 1, "state": "open", "lines": [{"sku": "A"}]}, []),
    ({"id": 1.0}, []),
    ({}, ["the arguments: `id` is missing"]),
    ({"id": "1"}, ["id: must be a whole number"]),
    ({"id": True}, ["id: must be a whole number"]),
    ({"id": 0}, ["id: must be at least 1"]),
    ({"id": 1, "state": "gone"}, ['state: must be one of ["open", "closed"]']),
    ({"id": 1, "lines": [{"sku": "a"}]}, ['lines[0].sku: must match the pattern "^[A-Z]+$"']),
    ({"id": 1, "lines": [{}]}, ["lines[0]: `sku` is missing"]),
    ({"id": 1, "lines": [{"sku": "A"}] * 3}, ["lines: must have at most 2 entries"]),
]


@pytest.mark.parametrize(("arguments", "wrong"), CASES)
def test_what_does_not_fit_is_told_place_by_place(arguments: Json, wrong: list[str]) -> None:
    assert problems(arguments, ORDER) == wrong


def test_several_missing_arguments_are_all_named() -> None:
    assert problems({}, schema(("a", "b"), a={}, b={})) == [
        "the arguments: `a` is missing",
        "the arguments: `b` is missing",
    ]


def test_an_unknown_argument_is_told_the_known_ones() -> None:
    closed = {**schema(city={"type": "string"}), "additionalProperties": False}

    assert problems({"town": "x"}, closed) == ["the arguments: takes only these members: `city`"]


def test_no_more_is_told_than_a_model_can_mend_at_once() -> None:
    wrong = problems({}, schema(tuple("abcdefgh"), **{name: {} for name in "abcdefgh"}))

    assert (len(wrong), wrong[-1]) == (6, "and 3 more")


def test_no_value_is_repeated() -> None:
    strange = schema(secret={"not": {}}, other={"anyOf": [{"type": "integer"}, {"type": "boolean"}]})

    assert "canary" not in str(problems({"secret": "canary", "other": "canary"}, strange))


STRICT = {
    **schema(
        ("city", "nullable"), city={"type": "string"}, unit={"type": "string"}, nullable={"type": ["string", "null"]}
    ),
    "$defs": {"place": schema(("name",), name={"type": "string"}, note={"type": "string"})},
}
STRICT["properties"] |= {
    "place": {"$ref": "#/$defs/place"},
    "places": {"type": "array", "items": {"$ref": "#/$defs/place"}},
    "free": {"anyOf": [{"type": "string"}, {"type": "null"}]},
}


def test_null_for_an_optional_parameter_means_absent() -> None:
    """Field case 20, in nested objects and lists too; where null is allowed it stays."""
    sent: Json = {"city": "x", "unit": None, "nullable": None, "free": None, "unknown": None}
    nested: Json = {"place": {"name": "a", "note": None}, "places": [{"name": "b", "note": None}]}

    assert without_absent({**sent, **nested}, STRICT) == {
        "city": "x",
        "nullable": None,
        "free": None,
        "unknown": None,
        "place": {"name": "a"},
        "places": [{"name": "b"}],
    }


def test_null_for_a_required_parameter_is_a_fault() -> None:
    arguments = without_absent({"city": None, "nullable": None}, STRICT)

    assert problems(arguments, STRICT) == ["city: must be text"]


@pytest.mark.parametrize(
    "older",
    [
        {"type": "object", "definitions": {"n": {"type": "integer"}}, "properties": {"n": {"$ref": "#/definitions/n"}}},
        {"type": "object", "properties": {"n": {"type": "integer", "exclusiveMinimum": True, "minimum": 0}}},
        {"type": "object", "properties": {"n": {"type": "array", "items": [{"type": "integer"}]}}},
    ],
)
def test_schemas_of_older_drafts_are_understood(older: Json) -> None:
    assert problems({"n": "text"}, older) == ["n: must be a whole number"] or problems({"n": ["text"]}, older)


def test_a_reference_elsewhere_is_never_fetched() -> None:
    with serving(lambda _: Says({})) as server:
        away = schema(x={"$ref": f"http://127.0.0.1:{server.port}/schema.json"})
        wrong = problems({"x": 1}, away)

    assert wrong == ["the tool's schema cannot be read: one of its references leads nowhere"]
    assert server.asked == []


def test_a_pattern_without_end_is_given_up() -> None:
    endless = schema(x={"type": "string", "pattern": "^(a+)+$"})
    started = time.perf_counter()

    problems({"x": "a" * 40 + "!"}, endless)

    assert time.perf_counter() - started < 1


def test_what_patterns_of_names_say_holds_too() -> None:
    named = {"type": "object", "patternProperties": {"^n_": {"type": "integer"}, "[": {}}}

    assert problems({"n_a": "x", "b": "x"}, named) == ["n_a: must be a whole number"]


@pytest.mark.parametrize("pattern", [r"^\p{Lu}", r"^[^\p{L}", "(?<year>[0-9]+)"])
def test_a_pattern_as_javascript_writes_it_turns_no_schema_into_one_of_an_older_draft(pattern: str) -> None:
    today = schema(x={"type": "string", "pattern": pattern}, n={"exclusiveMinimum": 0}, kind={"const": "a"})

    assert problems({"n": 0, "kind": "b"}, today) == ["n: must be more than 0", 'kind: must be "a"']


def test_a_schema_that_no_draft_allows_lets_nothing_through() -> None:
    illegal = {"type": "object", "minProperties": "two", "properties": {"a": 3}}

    assert problems({}, illegal) == ["the tool's schema cannot be read: it is no legal JSON Schema"]
    assert without_absent({"a": None}, illegal) == {"a": None}


def test_what_has_no_words_of_its_own_names_its_keyword() -> None:
    odd = schema(x={"not": {"const": 1}}, y={"const": "a"})

    assert problems({"x": 1, "y": 2}, odd) == ['x: does not fit `not`: {"const": 1}', 'y: must be "a"']


def test_null_is_absent_behind_joined_schemas_and_odd_references_too() -> None:
    joined = {
        "allOf": [schema(a={"type": "string"}), {"$ref": "#/$defs/b"}],
        "$defs": {"b": schema(b={"type": "string"})},
    }
    circle = {**schema(a={"type": "string"}), "$ref": "#"}
    nowhere = schema(a={"$ref": "#/nowhere"}, b={"$ref": "http://away.example/"})

    assert without_absent({"a": None, "b": None, "c": None}, joined) == {"c": None}
    assert without_absent({"a": None}, circle) == {}
    assert without_absent({"a": None, "b": None}, nowhere) == {"a": None, "b": None}


def test_arguments_beyond_all_measure_are_refused() -> None:
    with pytest.raises(Malformed, match="at most"):
        read_arguments('{"a": "' + "x" * MOST_CHARACTERS + '"}')


def test_arguments_that_nest_deeper_than_can_be_checked_are_refused() -> None:
    with pytest.raises(Malformed, match="nested too deep"):
        read_arguments('{"a":' * MOST_DEPTH + "{}" + "}" * MOST_DEPTH)
