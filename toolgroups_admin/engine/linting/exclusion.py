"""Whether two rules can be true of one request, as far as their plain facts say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ..document.rule_specs import AllSpec, AnySpec, ConditionSpec, NotSpec, RuleSpec, SharedSpec
from ..rules.sameness import kind_of
from ..texts import fold
from .nodes import meaning_of


@dataclass(slots=True)
class Facts:
    """What must be so for a rule to be true: nodes that hold, nodes that do not, and the values of single fields.

    `among` has the values of a field that is one of several; a list-valued field may hold more than one of them.
    """

    holding: set[str] = field(default_factory=set)
    failing: set[str] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)
    among: dict[str, frozenset[str]] = field(default_factory=dict)

    def add(self, rule: RuleSpec | None, shared: Mapping[str, RuleSpec]) -> None:
        """Adds what must be so for one more rule; no rule is always true."""
        if rule is None:
            return
        self.holding.add(meaning_of(rule))
        if isinstance(rule, SharedSpec):
            self.add(shared[rule.name], shared)
        elif isinstance(rule, AllSpec):
            for child in rule.rules:
                self.add(child, shared)
        elif isinstance(rule, NotSpec):
            self._add_failing(rule.rule)
        elif isinstance(rule, ConditionSpec):
            self._add_values(rule)

    def excludes(self, other: "Facts") -> bool:
        """True when both cannot be so at once."""
        return (
            not self.holding.isdisjoint(other.failing)
            or not self.failing.isdisjoint(other.holding)
            or any(value != other.values.get(name, value) for name, value in self.values.items())
            or _outside(self.values, other.among)
            or _outside(other.values, self.among)
        )

    def _add_failing(self, rule: RuleSpec) -> None:
        self.failing.add(meaning_of(rule))
        for child in rule.rules if isinstance(rule, AnySpec) else ():
            self._add_failing(child)

    def _add_values(self, rule: ConditionSpec) -> None:
        if rule.op == "equals" and (value := _key(rule.value)):
            self.values[rule.field] = value
        elif rule.op == "in":
            self.among[rule.field] = frozenset(key for value in rule.value if (key := _key(value)))


def first_together(named: Sequence[tuple[str, Facts]]) -> tuple[int, int] | None:
    """The places of the first two of different names that can be so at once; None when there are none."""
    if _differ_in_one_field([facts for _, facts in named]):
        return None
    for (place, (name, facts)), (other_place, (other_name, other)) in combinations(enumerate(named), 2):
        if name != other_name and not facts.excludes(other):
            return place, other_place
    return None


def _differ_in_one_field(facts: Sequence[Facts]) -> bool:
    """The quick answer for many tenants, each with a value of its own."""
    return any(
        len({each.values[name] for each in facts if name in each.values}) == len(facts) for name in facts[0].values
    )


def _outside(values: Mapping[str, str], among: Mapping[str, frozenset[str]]) -> bool:
    return any(name in among and value not in among[name] for name, value in values.items())


def _key(value: object) -> str | None:
    """One text for values that may be the same, whether case counts or not; None for lists and objects."""
    kind = kind_of(value)
    if kind == "text":
        return f"text {fold(str(value))}"
    if kind == "number":
        return f"number {float(value)!r}"  # type: ignore[arg-type]
    return str(value) if kind == "flag" else None
