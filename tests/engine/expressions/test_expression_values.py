"""Values as the CEL library can take them, and agreement with the kind `condition`."""

from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.expressions.asking import ask, context, judging, user
from toolgroups_admin.engine.document.rule_specs import ConditionSpec
from toolgroups_admin.engine.rules.build import compile_rule
from toolgroups_admin.engine.rules.compiling import Compiling
from toolgroups_admin.engine.rules.expressions.plain import MOST_LEVELS, plain


class Plan(StrEnum):
    PRO = "pro"


class Level(IntEnum):
    HIGH = 3


class Weight(float):
    """A number of somebody's own type."""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((1, (2,)), [1, [2]]),
        ({3, 1, 2}, [1, 2, 3]),
        (MappingProxyType({"a": (1,)}), {"a": [1]}),
        ({"a": None, "b": [None], 3: 4}, {"b": [None]}),
        (Plan.PRO, "pro"),
        (Level.HIGH, 3),
        (Weight(1.5), 1.5),
        (2**64 - 1, 2**64 - 1),
        (2**64, float(2**64)),
        (-(2**63), -(2**63)),
        (-(2**70), -float(2**70)),
        (10**400, float("inf")),
        (-(10**400), float("-inf")),
        ("a\ud800\0退", "a\ufffd\ufffd退"),
        (object(), None),
        ([object(), 1], [None, 1]),
    ],
)
def test_a_value_becomes_plain(value: Any, expected: Any) -> None:
    found = plain(value)

    assert found == expected
    assert type(found) is type(expected)


def test_what_lies_too_deep_is_null() -> None:
    deep: Any = "bottom"
    for _ in range(MOST_LEVELS + 1):
        deep = [deep]

    assert "bottom" not in str(plain(deep))
    assert "bottom" in str(plain(deep[0]))


WORDS = st.text("aAσςΣİß退 ", max_size=2)
SCALARS = st.one_of(WORDS, st.sampled_from([0, 1, -1, 1.5, 1.0, True, False, 2**53]))
VALUES = st.one_of(SCALARS, st.none(), st.lists(SCALARS, max_size=2), st.dictionaries(WORDS, SCALARS, max_size=1))


def literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


@given(constant=SCALARS, value=VALUES)
def test_equals_agrees_with_the_kind_condition(constant: Any, value: Any) -> None:
    said = ask(f"ctx.attributes.x == {literal(constant)}", attributes={"x": value})

    assert (said is True) == (condition("attributes.x", "equals", constant, attributes={"x": value}) is True)


@pytest.mark.parametrize(
    ("function", "op"), [("contains", "contains"), ("startsWith", "starts_with"), ("endsWith", "ends_with")]
)
@given(part=WORDS.filter(bool), text=st.text("aAσςΣİß退 ", max_size=5))
def test_text_functions_agree_with_the_kind_condition(function: str, op: str, part: str, text: str) -> None:
    assert ask(f'ctx.user_text.{function}("{part}")', user(text)) is condition("user_text", op, part, text=text)


def condition(field: str, op: str, value: Any, text: Any = None, **members: Any) -> Any:
    compiling = Compiling()
    spec = ConditionSpec.model_validate({"kind": "condition", "field": field, "op": op, "value": value})
    rule = compile_rule(spec, "$", compiling)
    assert rule is not None, compiling.faults
    return rule.judge(judging(compiling, context(user(text), **members)))
