"""Required literals: what must stand in a text, letters folded, wherever the pattern is found."""

from collections.abc import Iterable
from math import log2
from typing import NamedTuple

from ..texts import fold
from .nodes import Anchor, Chars, Choice, Group, Look, Node, Repeat, Sequence

Literals = frozenset[str]

MOST = 64
_LONGEST = 64
_NOTHING: Literals = frozenset({""})


class _Facts(NamedTuple):
    """`exact`: all folded texts that a node can find, when few; `needed`: the best set of which one must occur."""

    exact: Literals | None
    needed: Literals | None


def required_literals(tree: Node) -> Literals | None:
    """Folded texts of which at least one occurs in every folded text in which the pattern is found, or None.

    At most 64, none of them empty; as long and as few as the pattern allows.
    """
    facts = _facts(tree)
    return _better(facts.exact, facts.needed)


def _facts(node: Node) -> _Facts:
    match node:
        case Chars(set=chars):
            exact = None if chars.members is None else frozenset(map(fold, chars.members))
            return _Facts(exact, None)
        case Group(body=body):
            return _facts(body)
        case Look(body=body, negative=negative):
            return _Facts(_NOTHING, None if negative else required_literals(body))
        case Sequence(items=items):
            return _in_sequence(items)
        case Choice(options=options):
            return _in_choice([_facts(option) for option in options])
        case Repeat():
            return _repeated(node)
        case Anchor():
            return _Facts(_NOTHING, None)
        case _:
            return _Facts(None, None)


def _in_sequence(items: Iterable[Node]) -> _Facts:
    run, needed, whole = _NOTHING, None, True
    for item in items:
        facts = _facts(item)
        needed = _better(_better(needed, facts.needed), run)
        longer = None if facts.exact is None else _product(run, facts.exact)
        if longer is None:
            needed, whole = _better(needed, run), False
            run = _NOTHING if facts.exact is None else facts.exact
        else:
            run = longer
    return _Facts(run, needed) if whole else _Facts(None, _better(needed, run))


def _in_choice(options: list[_Facts]) -> _Facts:
    exact = _united([option.exact for option in options])
    needed = _united([_better(option.exact, option.needed) for option in options])
    return _Facts(exact, needed)


def _repeated(node: Repeat) -> _Facts:
    facts = _facts(node.body)
    if not node.least:
        return _Facts(None if facts.exact is None or node.most not in (0, 1) else facts.exact | _NOTHING, None)
    power, times = facts.exact, 1
    while power is not None and times < node.least and (longer := _product(power, facts.exact or _NOTHING)):
        power, times = longer, times + 1
    exact = power if times == node.most else None
    return _Facts(exact, _better(facts.needed, power))


def _product(left: Literals, right: Literals) -> Literals | None:
    if len(left) * len(right) > MOST or max(map(len, left)) + max(map(len, right)) > _LONGEST:
        return None
    return frozenset(first + second for first in left for second in right)


def _united(sets: list[Literals | None]) -> Literals | None:
    united: set[str] = set()
    for each in sets:
        if each is None:
            return None
        united |= each
    return frozenset(united) if len(united) <= MOST else None


def _better(one: Literals | None, other: Literals | None) -> Literals | None:
    """The set that will be found less often by chance; neither when both may be empty texts."""
    usable = [each for each in (one, other) if each and "" not in each]
    return max(usable, key=_worth, default=None)


def _worth(literals: Literals) -> tuple[float, list[str]]:
    """The information of the weakest literal, an ideograph counting two letters, less what their number costs."""
    weakest = min(sum(1 if character < "\u2e80" else 2 for character in text) for text in literals)
    return weakest - log2(len(literals)), sorted(literals)
