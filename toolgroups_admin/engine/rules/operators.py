"""What the operators of a condition mean for a value that is there (contract 4)."""

from collections.abc import Callable, Mapping
from operator import ge, gt, le, lt
from typing import Any, Final

from .base import Verdict
from .moments import Moment, parse_moment
from .sameness import kind_of, same

# The verdict for a value of the field, never None; None when the operator cannot take a value of its type.
Test = Callable[[Any], Verdict]

_ORDERS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {"gt": gt, "gte": ge, "lt": lt, "lte": le}
_EDGES: Final[Mapping[str, Callable[[str, str], bool]]] = {"starts_with": str.startswith, "ends_with": str.endswith}


def make_test(operator: str, expected: Any, *, ignore_case: bool) -> Test:
    """The test of an operator but `matches`, for a value that the operator can be compared with."""
    if operator == "exists":
        return _present
    if operator == "equals":
        return _equals(expected, ignore_case)
    if operator == "in":
        return _is_in(expected, ignore_case)
    if operator == "contains":
        return _contains(expected, ignore_case)
    if operator in _EDGES:
        return _at_edge(_EDGES[operator], expected, ignore_case)
    return _compares(_ORDERS[operator], expected)


def _present(value: Any) -> Verdict:
    return True


def _equals(expected: Any, ignore_case: bool) -> Test:
    def test(value: Any) -> Verdict:
        return None if kind_of(value) is None else same(value, expected, ignore_case=ignore_case)

    return test


def _is_in(expected: list[Any], ignore_case: bool) -> Test:
    def listed(value: Any) -> bool:
        return any(same(value, one, ignore_case=ignore_case) for one in expected)

    def test(value: Any) -> Verdict:
        kind = kind_of(value)
        if kind is None:
            return None
        return listed(value) or (kind == "list" and any(listed(element) for element in value))

    return test


def _contains(expected: Any, ignore_case: bool) -> Test:
    part = expected.lower() if ignore_case and isinstance(expected, str) else expected

    def test(value: Any) -> Verdict:
        kind = kind_of(value)
        if kind == "list":
            return any(same(element, expected, ignore_case=ignore_case) for element in value)
        if kind == "text" and isinstance(part, str):
            return part in (value.lower() if ignore_case else value)
        return None

    return test


def _at_edge(stands_at: Callable[[str, str], bool], expected: str, ignore_case: bool) -> Test:
    part = expected.lower() if ignore_case else expected

    def test(value: Any) -> Verdict:
        if kind_of(value) != "text":
            return None
        return stands_at(value.lower() if ignore_case else value, part)

    return test


def _compares(ordered: Callable[[Any, Any], bool], expected: Any) -> Test:
    """Two numbers, or two RFC 3339 times; NaN has no place in an order, so it is unknown like a wrong type."""
    bound = parse_moment(expected) if isinstance(expected, str) else expected

    def test(value: Any) -> Verdict:
        comparable = _comparable(value, bound)
        return None if comparable is None else ordered(comparable, bound)

    return test


def _comparable(value: Any, bound: Any) -> Any:
    if isinstance(bound, Moment):
        return parse_moment(value) if kind_of(value) == "text" else None
    return value if kind_of(value) == "number" and value == value else None
