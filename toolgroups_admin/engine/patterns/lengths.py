"""How long what a node finds can be, and whether Java takes it for deterministic."""

from collections.abc import Iterable
from typing import NamedTuple

from .nodes import Anchor, BackReference, Chars, Choice, Grapheme, Group, LineBreak, Look, Node, Repeat, Sequence


class Length(NamedTuple):
    """Code points at least and at most; `most` is None when there is no bound."""

    least: int
    most: int | None


def length(node: Node) -> Length:
    """The length of what a node finds."""
    match node:
        case Anchor() | Look():
            return Length(0, 0)
        case Chars():
            return Length(1, 1)
        case LineBreak():
            return Length(1, 2)
        case Grapheme() | BackReference():
            return Length(0, None)
        case Group(body=body):
            return length(body)
        case Sequence(items=items):
            lengths = [length(item) for item in items]
            return Length(sum(each.least for each in lengths), _sum(each.most for each in lengths))
        case Choice(options=options):
            lengths = [length(option) for option in options]
            return Length(min(each.least for each in lengths), _largest([each.most for each in lengths]))
        case _:
            inner = length(node.body)
            return Length(inner.least * node.least, _product(inner.most, node.most))


def deterministic(node: Node) -> bool:
    """True when Java repeats a group of this content without ever trying another way through one round of it."""
    match node:
        case Choice() | Grapheme():
            return False
        case Group(body=body):
            return deterministic(body)
        case Sequence(items=items):
            return all(deterministic(item) for item in items)
        case Repeat(body=body, least=least, most=most):
            return least == most and not loops(node) and deterministic(body)
    return True


def loops(node: Repeat) -> bool:
    """True for a repeated group with several ways through it, which Java calls a loop."""
    body = node.body
    plain = isinstance(body, Group) and not body.atomic and node.mode != "possessive"
    return plain and (node.least, node.most) != (0, 1) and not deterministic(body)


def _sum(bounds: Iterable[int | None]) -> int | None:
    total = 0
    for bound in bounds:
        if bound is None:
            return None
        total += bound
    return total


def _largest(bounds: list[int | None]) -> int | None:
    known = [bound for bound in bounds if bound is not None]
    return max(known) if len(known) == len(bounds) else None


def _product(bound: int | None, times: int | None) -> int | None:
    if bound == 0 or times == 0:
        return 0
    return None if bound is None or times is None else bound * times
