"""Every operator on every type of value, against an oracle that is written from contract 4 alone."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.engine.rules.ruling import condition, has, negated, ruling

MISSING = object()
VALUES: list[Any] = [
    MISSING,
    None,
    "",
    " ",
    0,
    1,
    1.0,
    3,
    3.0,
    "3",
    True,
    False,
    "1",
    "true",
    2**63,
    2**70,
    float(2**63),
    math.nan,
    math.inf,
    [],
    [1],
    [True],
    ["1"],
    [None],
    [[1]],
    (1,),
    {},
    {"a": 1},
    {"a": True},
    "Premium",
    "premium",
    "ΑΣ",
    "ας",
    "straße",
    "STRASSE",
    "é",
    "e\u0301",
    "2026-01-31T08:00:00+08:00",
    "2026-01-31T00:00:00Z",
    {1, 2},
    b"1",
    object(),
]
EXPECTED: Mapping[str, list[Any]] = {
    "equals": ["", " ", 0, 1, 1.0, 3, "3", True, False, "1", "true", 2**63, [], [1], {}, {"a": 1}, "premium", "ΑΣ"],
    "in": [[], [1], ["1", True], ["premium", "é"], [[1]], [{}], [2**63, 0], ["ας"]],
    "contains": ["", " ", "1", "remi", "Σ", 1, True, [1], {"a": 1}, "ß"],
    "starts_with": ["", "Prem", "1", "2026", "é"],
    "ends_with": ["", "UM", "1", "Z", "e"],
    "gt": [0, 1, 2.5, 2**63, "2026-01-31T00:00:00Z", "2025-12-31T23:59:59.5Z"],
}


def kind(value: Any) -> str:
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, tuple):
        return "list"
    return type(value).__name__


def equal(one: Any, other: Any, lower: Callable[[str], str]) -> bool:
    if kind(one) != kind(other):
        return False
    if kind(one) == "str":
        return lower(one) == lower(other)
    if kind(one) == "list":
        return len(one) == len(other) and all(equal(a, b, lower) for a, b in zip(one, other, strict=True))
    if kind(one) == "dict":
        return set(one) == set(other) and all(equal(one[name], other[name], lower) for name in one)
    return bool(one == other)


def oracle(op: str, value: Any, expected: Any, lower: Callable[[str], str]) -> bool | None:
    if value is MISSING or value is None:
        return False
    if op == "exists":
        return True
    if kind(value) not in ("flag", "number", "str", "list", "dict"):
        return None
    if op == "equals":
        return equal(value, expected, lower)
    if op == "in":
        candidates = [value, *(value if kind(value) == "list" else [])]
        return any(equal(one, other, lower) for one in candidates for other in expected)
    if op == "contains" and kind(value) == "list":
        return any(equal(one, expected, lower) for one in value)
    if op in ("contains", "starts_with", "ends_with"):
        if kind(value) != "str" or kind(expected) != "str":
            return None
        whole, part = lower(value), lower(expected)
        return {"contains": part in whole, "starts_with": whole[: len(part)] == part}.get(
            op, whole[len(whole) - len(part) :] == part and len(part) <= len(whole)
        )
    return ordered(op, value, expected)


TIMES = {"2026-01-31T08:00:00+08:00": 0.0, "2026-01-31T00:00:00Z": 0.0, "2025-12-31T23:59:59.5Z": -2592000.5}


def ordered(op: str, value: Any, expected: Any) -> bool | None:
    if kind(expected) == "str":
        value, expected = TIMES.get(value) if kind(value) == "str" else None, TIMES[expected]
    if kind(value) != "number" or math.isnan(value):
        return None
    answers = {"gt": value > expected, "gte": value >= expected, "lt": value < expected, "lte": value <= expected}
    return bool(answers[op])


def context(value: Any) -> Any:
    return has() if value is MISSING else has(x=value)


@pytest.mark.parametrize("op", ["equals", "in", "contains", "starts_with", "ends_with"])
@pytest.mark.parametrize("ignore_case", [False, True])
def test_operators_on_texts_lists_and_equality_agree_with_the_oracle(op: str, ignore_case: bool) -> None:
    lower: Callable[[str], str] = str.lower if ignore_case else str

    for expected in EXPECTED[op]:
        asked = ruling(condition("attributes.x", op, expected, ignore_case=ignore_case))
        for value in VALUES:
            assert asked.verdict(context(value)) is oracle(op, value, expected, lower), (op, expected, value)


@pytest.mark.parametrize("op", ["gt", "gte", "lt", "lte"])
def test_operators_on_numbers_and_times_agree_with_the_oracle(op: str) -> None:
    for expected in EXPECTED["gt"]:
        asked = ruling(condition("attributes.x", op, expected))
        for value in VALUES:
            assert asked.verdict(context(value)) is oracle(op, value, expected, str), (op, expected, value)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: "object" if type(value) is object else repr(value))
def test_exists_holds_for_anything_but_missing_and_null(value: Any) -> None:
    assert ruling(condition("attributes.x", "exists")).verdict(context(value)) is oracle("exists", value, None, str)


@pytest.mark.parametrize("value", [1, "1", b"1", object(), math.nan])
def test_a_wrong_type_is_unknown_under_not_too(value: Any) -> None:
    assert ruling(negated(condition("attributes.x", "gt", "2026-01-31T00:00:00Z"))).verdict(has(x=value)) is None


def test_times_with_more_digits_than_a_datetime_holds_are_compared_to_the_last() -> None:
    later = ruling(condition("attributes.x", "gt", "2026-01-31T00:00:00.1234567Z"))

    assert later.verdict(has(x="2026-01-31T00:00:00.12345671Z")) is True
    assert later.verdict(has(x="2026-01-31T00:00:00.12345670Z")) is False
