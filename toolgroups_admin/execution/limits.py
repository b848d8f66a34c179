"""How much a turn may do, and which calls of a round still fit (contract 16)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from .calls import Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of a turn, which is what happens since a user last said something; a guard against loops.

    A breach answers the call with the limit's text, or raises once the calls that fit have finished. `seconds` bounds
    a call of a tool that has no time-out of its own; a longer result than `characters` is cut and says so.
    """

    per_tool: int = 40
    in_all: int = 150
    on_breach: Literal["answer", "raise"] = "answer"
    seconds: float = 60.0
    characters: int = 100_000


def breaches(limits: Limits, earlier: Iterable[Asked], now: Iterable[Asked]) -> dict[str, str]:
    """The ids of calls that are too many, in call order, with the text for the model."""
    counts = Counter(call.name for call in earlier)
    found = {}
    for call in now:
        counts[call.name] += 1
        if counts.total() > limits.in_all:
            found[call.id] = f"Not called: this turn has made its {limits.in_all} calls of tools. {_INSTEAD}"
        elif counts[call.name] > limits.per_tool:
            found[call.id] = f"Not called: this turn has called this tool {limits.per_tool} times. {_INSTEAD}"
    return found


_INSTEAD = "Answer with what you have"
