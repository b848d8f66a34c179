"""What every compiled rule can do: judge, explain, and name the facts without which it cannot be true."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

if TYPE_CHECKING:
    from .judging import Judging

# Kleene's three values: None is unknown, and only True is a hit (contract 4).
Verdict = bool | None
ShownVerdict = Literal["true", "false", "unknown", "not_evaluated"]


class KeywordKey(NamedTuple):
    """One of the literals of the catalog's vocabulary stands in a message of this scope, letters folded."""

    scope: str
    literal: int


class ValueKey(NamedTuple):
    """The field has this value, or a list with this element; texts are folded."""

    field: str
    value: Hashable


AccessKey = KeywordKey | ValueKey


class Span(NamedTuple):
    """Where something was found: the message's place in the context, and code points from start to end."""

    message: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a leaf has its verdict: a stable reason code, what was found, what was wanted, where it stands."""

    verdict: ShownVerdict
    reason: str
    actual: Any = None
    expected: Any = None
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rule(ABC):
    """A compiled rule node. Judging is pure: no input or output, and the context stays as it is (contract 5)."""

    kind: ClassVar[str]
    cost: ClassVar[int] = 1  # rough price in units of an attribute look-up; siblings are judged cheapest first
    id: str = field(default="$")

    @abstractmethod
    def judge(self, judging: "Judging") -> Verdict:
        """The verdict for this request. Never raises, whatever the context holds."""

    @abstractmethod
    def explain(self, judging: "Judging") -> Evidence:
        """The evidence for the verdict that `judge` gives. Never raises and never changes a verdict."""

    @property
    def children(self) -> tuple["Rule", ...]:
        """The nodes below, in the order of the document."""
        return ()

    def leaf_keys(self) -> Iterator[AccessKey]:
        """Every access key of every leaf below, for counting how many groups share one."""
        for child in self.children:
            yield from child.leaf_keys()

    def access_keys(self, popularity: Mapping[AccessKey, int]) -> frozenset[AccessKey] | None:
        """Facts of which at least one must hold for the rule to be true; None when there are no such facts.

        An empty set says that the rule is never true. `popularity` counts the groups that share a key, so that
        `all` can take its cheapest child's keys.
        """
        return None


NO_POPULARITY: Mapping[AccessKey, int] = Counter()


def shown_verdict(verdict: Verdict) -> ShownVerdict:
    """The verdict's name in an explanation."""
    return "unknown" if verdict is None else "true" if verdict else "false"
