"""And, or and not, in three-valued logic (Kleene, contract 4)."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from ..rule import AccessKey, Evidence, Rule, ShownVerdict, Verdict
from . import reasons

if TYPE_CHECKING:
    from ..judging import Judging

_OPPOSITE: Mapping[ShownVerdict, ShownVerdict] = {"true": "false", "false": "true"}


class Weight(NamedTuple):
    """How large a tree is, shared rules counted at each place that names them."""

    levels: int = 1
    nodes: int = 1
    cost: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Compound(Rule):
    """A node whose verdict comes from the nodes below it."""

    rules: tuple[Rule, ...]
    weight: Weight

    @property
    def children(self) -> tuple[Rule, ...]:
        return self.rules

    def explain(self, judging: "Judging") -> Evidence:
        return Evidence(*self.conclude([rule.explain(judging).verdict for rule in self.rules]))

    @abstractmethod
    def conclude(self, verdicts: Sequence[ShownVerdict]) -> tuple[ShownVerdict, str]:
        """The node's verdict and reason from those of its children, in the order of the document."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Several(Compound):
    """A node over any number of children, judged cheapest first."""

    cheapest_first: tuple[Rule, ...]

    @classmethod
    def of(cls, node_id: str, rules: Sequence[Rule]) -> Self:
        """The node over these children, which keep their order wherever they are shown."""
        cheapest_first = tuple(sorted(rules, key=lambda rule: weight_of(rule).cost))
        return cls(id=node_id, rules=tuple(rules), weight=weight_over(rules), cheapest_first=cheapest_first)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class All(Several):
    """True when all children are."""

    kind: ClassVar[str] = "all"

    def judge(self, judging: "Judging") -> Verdict:
        result: Verdict = True
        for rule in self.cheapest_first:
            verdict = rule.judge(judging)
            if verdict is False:
                return False
            if verdict is None:
                result = None
        return result

    def conclude(self, verdicts: Sequence[ShownVerdict]) -> tuple[ShownVerdict, str]:
        if "false" in verdicts:
            return "false", reasons.CHILD_FALSE
        undetermined = _undetermined(verdicts)
        return (undetermined, reasons.CHILD_UNKNOWN) if undetermined else ("true", reasons.ALL_TRUE)

    def access_keys(self, popularity: Mapping[AccessKey, int]) -> frozenset[AccessKey] | None:
        """The keys of the child that the fewest groups share: without that child the node is not true."""
        keyed = [keys for rule in self.rules if (keys := rule.access_keys(popularity)) is not None]
        return min(keyed, key=lambda keys: sum(popularity.get(key, 1) for key in keys), default=None)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnyOf(Several):
    """True when any child is."""

    kind: ClassVar[str] = "any"

    def judge(self, judging: "Judging") -> Verdict:
        result: Verdict = False
        for rule in self.cheapest_first:
            verdict = rule.judge(judging)
            if verdict:
                return True
            if verdict is None:
                result = None
        return result

    def conclude(self, verdicts: Sequence[ShownVerdict]) -> tuple[ShownVerdict, str]:
        if "true" in verdicts:
            return "true", reasons.CHILD_TRUE
        undetermined = _undetermined(verdicts)
        return (undetermined, reasons.CHILD_UNKNOWN) if undetermined else ("false", reasons.ALL_FALSE)

    def access_keys(self, popularity: Mapping[AccessKey, int]) -> frozenset[AccessKey] | None:
        """All children's keys together; None when one of them has none."""
        together: set[AccessKey] = set()
        for rule in self.rules:
            keys = rule.access_keys(popularity)
            if keys is None:
                return None
            together |= keys
        return frozenset(together)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Not(Compound):
    """True when its child is false; unknown stays unknown, so that no fault becomes a hit."""

    kind: ClassVar[str] = "not"

    @classmethod
    def of(cls, node_id: str, rule: Rule) -> Self:
        """The opposite of this rule."""
        return cls(id=node_id, rules=(rule,), weight=weight_over((rule,)))

    def judge(self, judging: "Judging") -> Verdict:
        verdict = self.rules[0].judge(judging)
        return None if verdict is None else not verdict

    def conclude(self, verdicts: Sequence[ShownVerdict]) -> tuple[ShownVerdict, str]:
        [verdict] = verdicts
        opposite = _OPPOSITE.get(verdict)
        return (opposite, reasons.NEGATED) if opposite else (verdict, reasons.CHILD_UNKNOWN)

    def leaf_keys(self) -> Iterator[AccessKey]:
        """None: what makes the child true says nothing about this node, so no group is found by it."""
        yield from ()


def weight_of(rule: Rule) -> Weight:
    """The weight of a rule with all that is below it."""
    return rule.weight if isinstance(rule, Compound) else Weight(cost=rule.cost)


def weight_over(rules: Sequence[Rule]) -> Weight:
    """The weight of a node with these children."""
    weights = [weight_of(rule) for rule in rules]
    return Weight(
        levels=1 + max(weight.levels for weight in weights),
        nodes=1 + sum(weight.nodes for weight in weights),
        cost=sum(weight.cost for weight in weights),
    )


def _undetermined(verdicts: Sequence[ShownVerdict]) -> ShownVerdict | None:
    if "not_evaluated" in verdicts:
        return "not_evaluated"
    return "unknown" if "unknown" in verdicts else None
