"""Which values the operators of a condition can be given."""

import math
from typing import Any, Final

from ..document.rule_specs import ConditionSpec
from ..faults import gettext_noop
from ..paths import at
from .compiling import Compiling
from .moments import parse_moment
from .sameness import kind_of

_IGNORING_CASE: Final = ("contains", "starts_with", "ends_with", "matches", "equals", "in")
_ON_TEXT: Final = ("starts_with", "ends_with", "matches")
_ORDERED: Final = ("gt", "gte", "lt", "lte")


def is_value_allowed(spec: ConditionSpec, path: str, compiling: Compiling) -> bool:
    """True when the operator can be compared with the value; otherwise a fault was noted."""
    noted = len(compiling.faults)
    if spec.ignore_case and spec.op not in _IGNORING_CASE:
        _refuse_ignore_case(spec, path, compiling)
    if spec.op == "exists":
        _refuse_any_value(spec, path, compiling)
    elif "value" not in spec.model_fields_set:
        _ask_for_value(spec, path, compiling)
    elif spec.value is None:
        _refuse_null(at(path, "value"), compiling)
    elif not _is_finite(spec.value):
        _refuse_nan(spec.value, at(path, "value"), compiling)
    else:
        _check_type(spec.op, spec.value, at(path, "value"), compiling)
    return len(compiling.faults) == noted


def _check_type(op: str, value: Any, path: str, compiling: Compiling) -> None:
    if op in _ON_TEXT and kind_of(value) != "text":
        _refuse_type(op, value, path, compiling, gettext_noop("Give a text."))
    if op in _ORDERED and not _has_order(value):
        remedy = gettext_noop("Give a number, or a time with offset like 2026-01-31T08:00:00+08:00.")
        _refuse_type(op, value, path, compiling, remedy)
    if op == "in":
        _check_list(value, path, compiling)


def _check_list(value: Any, path: str, compiling: Compiling) -> None:
    if not isinstance(value, list):
        _refuse_type("in", value, path, compiling, gettext_noop("Give a list of values."))
        return
    for place, one in enumerate(value):
        if one is None:
            _refuse_null(at(path, place), compiling)


def _has_order(value: Any) -> bool:
    return kind_of(value) == "number" or (isinstance(value, str) and parse_moment(value) is not None)


def _is_finite(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(map(_is_finite, below))


def _refuse_type(op: str, value: Any, path: str, compiling: Compiling, remedy: str) -> None:
    template = gettext_noop("The operator {operator} cannot be compared with this value")
    compiling.fault("value_type", path, value, template, remedy, operator=op)


def _refuse_ignore_case(spec: ConditionSpec, path: str, compiling: Compiling) -> None:
    compiling.fault(
        "unexpected_ignore_case",
        at(path, "ignore_case"),
        spec.ignore_case,
        gettext_noop("The operator {operator} has no case to ignore"),
        gettext_noop("Remove ignore_case; it goes with: {operators}."),
        operator=spec.op,
        operators=", ".join(_IGNORING_CASE),
    )


def _refuse_any_value(spec: ConditionSpec, path: str, compiling: Compiling) -> None:
    if "value" in spec.model_fields_set:
        compiling.fault(
            "unexpected_value",
            at(path, "value"),
            spec.value,
            gettext_noop("The operator exists takes no value"),
            gettext_noop("Remove the value, or compare with the operator equals."),
        )


def _ask_for_value(spec: ConditionSpec, path: str, compiling: Compiling) -> None:
    compiling.fault(
        "missing_value",
        at(path, "value"),
        None,
        gettext_noop("The operator {operator} has nothing to compare with"),
        gettext_noop("Add a value."),
        operator=spec.op,
    )


def _refuse_null(path: str, compiling: Compiling) -> None:
    compiling.fault(
        "null_value",
        path,
        None,
        gettext_noop("A field that is null counts as missing, so comparing with null is never true"),
        gettext_noop("Ask whether the field is missing: a not around the operator exists."),
    )


def _refuse_nan(value: Any, path: str, compiling: Compiling) -> None:
    compiling.fault(
        "not_finite",
        path,
        value,
        gettext_noop("NaN and infinity are no values of JSON"),
        gettext_noop("Give a finite number."),
    )
