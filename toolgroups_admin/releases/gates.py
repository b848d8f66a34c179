"""What rooms above say against a release: filled by them when the process starts."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from .candidates import Candidate
from .errors import Objected, Objection
from .models import Environment

Gate = Callable[[Environment, Candidate], Collection[Objection]]


@dataclass(frozen=True, slots=True)
class Judged:
    """What the gates said of a candidate, in words of the language that is active.

    `refused` says whether the environment's setting refuses it for the `objections`; `binding` ones always refuse it.
    """

    objections: tuple[Objection, ...]
    refused: bool
    binding: tuple[Objection, ...] = ()


_gates: list[Gate] = []
_binding: list[Gate] = []


def register_gate(gate: Gate, *, binding: bool = False) -> None:
    """Has `gate(environment, candidate)` asked before a candidate is made live; a binding one whatever the setting."""
    (_binding if binding else _gates).append(gate)


def judged(environment: Environment, candidate: Candidate) -> Judged:
    """What stands against making a candidate live in the environment, and whether its setting refuses it for that."""
    objections = () if environment.gate == Environment.Gate.OFF else _asked(_gates, environment, candidate)
    refused = bool(objections) and environment.gate == Environment.Gate.REFUSE
    return Judged(objections, refused, _asked(_binding, environment, candidate))


def refuse_objected(environment: Environment, candidate: Candidate) -> None:
    """Raises `Objected` when the environment refuses a candidate; asks only gates that can refuse it."""
    if binding := _asked(_binding, environment, candidate):
        raise Objected(environment, binding, binding=True)
    if environment.gate == Environment.Gate.REFUSE and (found := _asked(_gates, environment, candidate)):
        raise Objected(environment, found)


def _asked(gates: Sequence[Gate], environment: Environment, candidate: Candidate) -> tuple[Objection, ...]:
    return tuple(objection for gate in gates for objection in gate(environment, candidate))
