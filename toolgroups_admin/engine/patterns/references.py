r"""References to groups (`\1`, `\k<name>`): which of them mean here what they mean in Java.

Java forgets what a group found when it goes back over the group, but not when it goes back over a look-around, an
atomic group or a repetition that holds the group. Such a group may be referred to only where it has just been found. And the `regex` library
misses places where a reference follows a repeated group, because it remembers failures of the repetition without what
the group held.
"""

from collections.abc import Iterable
from functools import reduce

from ..faults import gettext_noop
from .faults import PatternFault
from .lengths import deterministic
from .nodes import BackReference, Choice, Group, Look, Node, Repeat, Sequence, walk

_Numbers = frozenset[int]
_NONE: _Numbers = frozenset()
_INSTEAD = gettext_noop("Write out what is to be repeated.")


def check_references(tree: Node) -> None:
    """Refuses a reference that would be misread."""
    if any(isinstance(node, BackReference) for node in walk(tree)):
        _Checking(tree).found_after(tree, _NONE)


class _Checking:
    """A walk in the order of the text, which knows the groups that are open, were opened, and were surely found."""

    def __init__(self, tree: Node) -> None:
        self._all = groups_in([tree])
        self._kept = groups_in(node for node in walk(tree) if _keeps(node))
        self._hidden = groups_in(node for node in walk(tree) if isinstance(node, Look) and node.negative)
        self._open: list[int] = []
        self._opened = 0
        self._looped = False

    def found_after(self, node: Node, found: _Numbers) -> _Numbers:
        """The groups that have surely been found after the node; checks the references in it."""
        match node:
            case BackReference():
                self._check(node, found)
            case Group(body=body, number=number):
                return self._group(body, number, found)
            case Look(body=body, negative=negative):
                inside = self.found_after(body, found)
                return found if negative else inside
            case Repeat(body=body, least=least, most=most):
                self._looped = self._looped or (isinstance(body, Group) and (least, most) != (0, 1))
                inside = self.found_after(body, found)
                return inside if least else found
            case Sequence(items=items):
                return reduce(lambda so_far, item: self.found_after(item, so_far), items, found)
            case Choice(options=options):
                return frozenset.intersection(*[self.found_after(option, found) for option in options])
        return found

    def _group(self, body: Node, number: int | None, found: _Numbers) -> _Numbers:
        if number is None:
            return self.found_after(body, found)
        self._opened = number
        self._open.append(number)
        found = self.found_after(body, found)
        self._open.pop()
        return found | {number}

    def _check(self, node: BackReference, found: _Numbers) -> None:
        number = node.number
        if node.ignore_case:
            raise PatternFault(
                node.position,
                gettext_noop("A reference to a group under (?i) would be misread here."),
                gettext_noop("Switch (?i) off for the reference: (?-i:\\1)."),
            )
        if self._looped:
            raise PatternFault(
                node.position, gettext_noop("A reference behind a repeated group would be misread here."), _INSTEAD
            )
        early = number > self._opened and number in self._all
        if early or number in self._open or number in self._hidden or (number in self._kept and number not in found):
            raise PatternFault(
                node.position, gettext_noop("The group may not have been found where it is referred to."), _INSTEAD
            )


def groups_in(nodes: Iterable[Node]) -> _Numbers:
    """The numbers of the capturing groups in some nodes."""
    inner = (each for node in nodes for each in walk(node))
    return frozenset(each.number for each in inner if isinstance(each, Group) and each.number is not None)


def _keeps(node: Node) -> bool:
    match node:
        case Look():
            return True
        case Group(atomic=atomic):
            return atomic
        case Repeat(body=body, mode=mode):
            return mode == "possessive" or deterministic(body)
    return False
