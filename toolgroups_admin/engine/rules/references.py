"""Which shared rules name which, in what order they can be compiled, and where they run in circles."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from typing import Any, Final

from ..document.rule_specs import AllSpec, AnySpec, NotSpec, SharedSpec

References = Mapping[str, Sequence[str]]

_MOST_SHOWN: Final = 20


def referred_names(spec: Any) -> Iterator[str]:
    """The names of all shared rules that a rule's document names, in order."""
    waiting = [spec]
    while waiting:
        node = waiting.pop()
        if isinstance(node, SharedSpec):
            yield node.name
        elif isinstance(node, AllSpec | AnySpec):
            waiting.extend(reversed(node.rules))
        elif isinstance(node, NotSpec):
            waiting.append(node.rule)


def in_order(references: References) -> tuple[list[str], list[str]]:
    """The names so that each comes after those it names, and those for which there is no such order."""
    sorter = TopologicalSorter(references)
    with suppress(CycleError):  # the sorter still gives all that no circle holds up
        sorter.prepare()
    ordered: list[str] = []
    while ready := sorter.get_ready():
        ordered.extend(ready)
        sorter.done(*ready)
    placed = set(ordered)
    return ordered, [name for name in references if name not in placed]


def circles(references: References) -> dict[str, list[str]]:
    """For each name that is in a circle, a way round that begins and ends with it.

    Of a way of more than 20 names the end is left out, with the gap marked.
    """
    found: dict[str, list[str]] = {}
    for name in _entangled(references):
        way = [] if name in found else _way_round(name, references)
        for place, one in enumerate(way):
            found.setdefault(one, _from_place(way, place))
    return found


def _entangled(references: References) -> list[str]:
    """The names that lead to a circle and are led to by one, so that few others are searched in vain."""
    _, leading = in_order(references)
    turned: dict[str, list[str]] = {name: [] for name in leading}
    for name in leading:
        for other in references[name]:
            if other in turned:
                turned[other].append(name)
    return in_order(turned)[1]


def _from_place(way: Sequence[str], place: int) -> list[str]:
    shown = [way[(place + step) % len(way)] for step in range(min(len(way), _MOST_SHOWN))]
    return [*shown, *(["…"] if len(way) > _MOST_SHOWN else []), way[place]]


def _way_round(start: str, references: References) -> list[str]:
    """The names of a shortest circle through the start, or none."""
    came_from: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        name = waiting.popleft()
        for following in references.get(name, ()):
            if following == start:
                return _steps_to(name, start, came_from)
            if following not in came_from:
                came_from[following] = name
                waiting.append(following)
    return []


def _steps_to(name: str, start: str, came_from: Mapping[str, str]) -> list[str]:
    steps = [name]
    while steps[-1] != start:
        steps.append(came_from[steps[-1]])
    return steps[::-1]
