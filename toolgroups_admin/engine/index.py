"""Which groups of a prompt can hit at all: found by what a request holds, not by asking every group."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .catalog import Group
from .judging import Judging
from .rule import AccessKey, KeywordKey, ValueKey
from .rules.fields import values_for_index

_WIDTH = {"last_user": 0, "last_n_user": 1, "all_user": 1, "conversation": 2}
_WIDEST = ("last_user", "all_user", "conversation")


@dataclass(frozen=True, slots=True, eq=False)
class PromptIndex:
    """Places of groups in their prompt, by the facts without which they cannot hit.

    `always` holds the places of groups that have no such facts, which are judged on every request. The candidates are a superset of the hits: a property test holds them against the plain evaluator.
    """

    scope: str
    by_literal: dict[int, tuple[int, ...]]
    by_value: dict[str, dict[object, tuple[int, ...]]]
    always: tuple[int, ...]

    @classmethod
    def of(cls, groups: Sequence[Group]) -> "PromptIndex":
        """The index over a prompt's groups; those that are off are not in it, so they are never judged."""
        judged = [(place, group.rule) for place, group in enumerate(groups) if not group.is_off]
        popularity = Counter(key for _, rule in judged for key in set(rule.leaf_keys()))
        building = _Building()
        for place, rule in judged:
            building.add(place, rule.access_keys(popularity))
        return cls(
            scope=_WIDEST[building.width],
            by_literal={literal: tuple(places) for literal, places in building.by_literal.items()},
            by_value={
                name: {value: tuple(places) for value, places in values.items()}
                for name, values in building.by_value.items()
            },
            always=tuple(building.always),
        )

    def candidates(self, judging: Judging) -> list[int]:
        """The places of the groups that may hit, in order."""
        places = set(self.always)
        by_literal = self.by_literal
        if by_literal:
            for text in judging.texts(self.scope):
                for literal in text.found:
                    if literal in by_literal:
                        places.update(by_literal[literal])
        for name, values in self.by_value.items():
            for value in values_for_index(judging, name):
                if value in values:
                    places.update(values[value])
        return sorted(places)


class _Building:
    def __init__(self) -> None:
        self.width = 0
        self.by_literal: dict[int, list[int]] = {}
        self.by_value: dict[str, dict[object, list[int]]] = {}
        self.always: list[int] = []

    def add(self, place: int, keys: frozenset[AccessKey] | None) -> None:
        if keys is None:
            self.always.append(place)
            return
        for key in keys:
            if isinstance(key, KeywordKey):
                self.width = max(self.width, _WIDTH[key.scope])
                self.by_literal.setdefault(key.literal, []).append(place)
            else:
                self._add_value(place, key)

    def _add_value(self, place: int, key: ValueKey) -> None:
        self.by_value.setdefault(key.field, {}).setdefault(key.value, []).append(place)
