"""Which problems a person wants to see."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from .problems import Problem


@dataclass(frozen=True, slots=True)
class Wanted:
    """What problems must have in common; an empty text asks for nothing. `object` is an identity."""

    severity: str = ""
    kind: str = ""
    rule: str = ""
    owner: str = ""
    object: str = ""

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> "Wanted":
        """What a query string asks for."""
        return cls(**{each.name: asked.get(each.name, "") for each in fields(cls)})

    def among(self, problems: Sequence[Problem]) -> list[Problem]:
        """The problems that are wanted, in their order."""
        return [problem for problem in problems if all(given == asked for given, asked in self._pairs(problem))]

    def _pairs(self, problem: Problem) -> Iterator[tuple[str, str]]:
        given = {
            "severity": problem.severity,
            "kind": problem.kind or "",
            "rule": problem.rule,
            "owner": problem.owner,
            "object": problem.identity,
        }
        return ((given[each.name], asked) for each in fields(self) if (asked := getattr(self, each.name)))
