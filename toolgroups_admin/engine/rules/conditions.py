"""Rules that compare one field of the context with a value."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ..document.rule_specs import ConditionSpec
from ..paths import at
from ..patterns import JavaPattern
from ..rule import AccessKey, Evidence, KeywordKey, Rule, ValueKey, Verdict, shown_verdict
from ..texts import fold
from . import reasons
from .compiling import Compiling
from .condition_values import is_value_allowed
from .field_rule import FieldRule, known_reader
from .operators import Test, make_test
from .sameness import kind_of
from .searching import pattern_of, search_evidence, search_once
from .showing import shortened

if TYPE_CHECKING:
    from ..judging import Judging


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Condition(FieldRule):
    """True when the operator holds for the field's value."""

    kind: ClassVar[str] = "condition"
    test: Test
    when_true: str = reasons.CONDITION_HOLDS

    def holds(self, value: Any, judging: "Judging") -> Verdict:
        return self.test(value)

    def evidence(self, value: Any, verdict: Verdict, judging: "Judging") -> Evidence:
        reason = self.when_true if verdict else reasons.TYPE_MISMATCH if verdict is None else reasons.CONDITION_FAILS
        return Evidence(shown_verdict(verdict), reason, shortened(value), self.expected)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FieldMatches(FieldRule):
    """True when the pattern is found anywhere in the field's text; other values are unknown."""

    kind: ClassVar[str] = "condition"
    cost: ClassVar[int] = 15
    pattern: JavaPattern

    def holds(self, value: Any, judging: "Judging") -> Verdict:
        if kind_of(value) != "text":
            return None
        literals = self.pattern.literals
        if literals is not None:
            folded = fold(value)
            if not any(literal in folded for literal in literals):
                return False
        return search_once(self, self.pattern, ((0, value),), judging)

    def evidence(self, value: Any, verdict: Verdict, judging: "Judging") -> Evidence:
        actual = shortened(value)
        if kind_of(value) != "text":
            return Evidence("unknown", reasons.TYPE_MISMATCH, actual, self.expected)
        found = search_evidence(self, verdict, judging, actual=actual, expected=self.expected)
        return Evidence(found.verdict, found.reason, actual, self.expected)


def compile_condition(spec: ConditionSpec, path: str, node_id: str, compiling: Compiling) -> Rule | None:
    """The condition as a rule, or None when a fault was noted."""
    reader = known_reader(spec.field, at(path, "field"), compiling)
    allowed = is_value_allowed(spec, path, compiling)
    expected = shortened(spec.value)
    if spec.op == "matches" and allowed:
        pattern = pattern_of(spec.value, at(path, "value"), compiling, ignore_case=spec.ignore_case)
        if pattern is None or reader is None:
            return None
        keys = _text_keys(spec.field, pattern.literals, compiling)
        return FieldMatches(id=node_id, keys=keys, field=spec.field, read=reader, expected=expected, pattern=pattern)
    if reader is None or not allowed:
        return None
    return Condition(
        id=node_id,
        keys=_keys(spec, compiling),
        field=spec.field,
        read=reader,
        expected=expected,
        test=make_test(spec.op, spec.value, ignore_case=spec.ignore_case),
        when_true=reasons.FIELD_PRESENT if spec.op == "exists" else reasons.CONDITION_HOLDS,
    )


def _keys(spec: ConditionSpec, compiling: Compiling) -> frozenset[AccessKey] | None:
    """Facts without which the condition is false; texts are folded, so they serve ignoring case as well."""
    if spec.op == "equals":
        return _value_keys(spec.field, [spec.value])
    if spec.op == "in":
        return _value_keys(spec.field, spec.value)
    if spec.op in ("contains", "starts_with", "ends_with") and isinstance(spec.value, str):
        return _text_keys(spec.field, {spec.value}, compiling)
    if spec.op == "contains":
        return _value_keys(spec.field, [spec.value])  # no text, so it can only be an element of a list
    return None


def _value_keys(field: str, values: list[Any]) -> frozenset[AccessKey] | None:
    if any(isinstance(value, list | dict) for value in values):
        return None
    return frozenset(ValueKey(field, fold(value) if isinstance(value, str) else value) for value in values)


def _text_keys(
    field: str, literals: set[str] | frozenset[str] | None, compiling: Compiling
) -> frozenset[AccessKey] | None:
    """The last user message holds one of the literals: known from the one pass over its text."""
    if field != "user_text" or literals is None or "" in literals:
        return None
    return frozenset(_numbered(literals, compiling))


def _numbered(literals: set[str] | frozenset[str], compiling: Compiling) -> Iterator[AccessKey]:
    for literal in sorted(literals):
        yield KeywordKey("last_user", compiling.vocabulary.add(literal))
