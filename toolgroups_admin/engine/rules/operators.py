"""What the operators of a condition mean for a value that is there (contract 4)."""

from collections.abc import Callable, Mapping, Sequence
from operator import ge, gt, le, lt
from typing import Any, Final

from ..rule import Verdict
from .moments import Moment, parse_moment
from .sameness import Kind, kind_of, same

# The verdict for a value of the field, never None; None when the operator cannot take a value of its type.
Test = Callable[[Any], Verdict]

_ORDERS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {"gt": gt, "gte": ge, "lt": lt, "lte": le}
_PLAIN_KINDS: Final[tuple[Kind, ...]] = ("text", "flag", "number")
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
    wanted = kind_of(expected)
    as_they_are = wanted in ("number", "flag") or (wanted == "text" and not ignore_case)

    def test(value: Any) -> Verdict:
        kind = kind_of(value)
        if kind != wanted:
            return None if kind is None else False
        return bool(value == expected) if as_they_are else same(value, expected, ignore_case=ignore_case)

    return test


def _is_in(expected: Sequence[Any], ignore_case: bool) -> Test:
    is_one = _one_of(expected, ignore_case)

    def test(value: Any) -> Verdict:
        kind = kind_of(value)
        if kind is None:
            return None
        return is_one(value) or (kind == "list" and any(map(is_one, value)))

    return test


def _contains(expected: Any, ignore_case: bool) -> Test:
    is_it = _one_of([expected], ignore_case)
    part = expected.lower() if ignore_case and isinstance(expected, str) else expected

    def test(value: Any) -> Verdict:
        kind = kind_of(value)
        if kind == "list":
            return any(map(is_it, value))
        if kind == "text" and isinstance(part, str):
            return part in (value.lower() if ignore_case else value)
        return None

    return test


def _one_of(values: Sequence[Any], ignore_case: bool) -> Callable[[Any], bool]:
    """Whether a value is the same as one of these; texts, numbers and booleans are looked up, the rest compared."""
    folded = [one.lower() if ignore_case and isinstance(one, str) else one for one in values]
    plain = {kind: frozenset(one for one in folded if kind_of(one) == kind) for kind in _PLAIN_KINDS}
    nested = [one for one in values if kind_of(one) not in _PLAIN_KINDS]

    def is_one(value: Any) -> bool:
        kind = kind_of(value)
        if kind in plain:
            return (value.lower() if ignore_case and kind == "text" else value) in plain[kind]
        return any(same(value, one, ignore_case=ignore_case) for one in nested)

    return is_one


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
