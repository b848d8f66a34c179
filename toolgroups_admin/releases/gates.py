"""What rooms above say against a release: filled by them when the process starts."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from .candidates import Candidate
from .errors import Objected, Objection
from .models import Environment

Gate = Callable[[Environment, Candidate], Collection[Objection]]


@dataclass(frozen=True, slots=True)
class Judged:
    """What the gates said of a candidate, in words of the language that is active."""

    objections: tuple[Objection, ...]
    refused: bool


_gates: list[Gate] = []


def register_gate(gate: Gate) -> None:
    """Has `gate(environment, candidate)` asked before a candidate is made live."""
    _gates.append(gate)


def withdraw_gate(gate: Gate) -> None:
    """No longer asks `gate`."""
    _gates.remove(gate)


def judged(environment: Environment, candidate: Candidate) -> Judged:
    """What stands against making a candidate live in the environment, and whether its setting refuses it for that."""
    if environment.gate == Environment.Gate.OFF:
        return Judged((), refused=False)
    objections = tuple(objection for gate in _gates for objection in gate(environment, candidate))
    return Judged(objections, refused=bool(objections) and environment.gate == Environment.Gate.REFUSE)


def refuse_objected(environment: Environment, candidate: Candidate) -> None:
    """Raises `Objected` when the environment refuses a candidate; asks no gate where it only warns."""
    if environment.gate == Environment.Gate.REFUSE and (verdict := judged(environment, candidate)).refused:
        raise Objected(environment, verdict.objections)
