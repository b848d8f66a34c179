"""What a pattern consists of once Java's flags and escapes are read: the tree that is translated."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .charsets import CharSet

Mode = Literal["greedy", "lazy", "possessive"]


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a set."""

    set: CharSet


@dataclass(frozen=True, slots=True)
class Anchor:
    """A condition on a place, without width, already in the words of the `regex` library.

    `in_pair` tells that Java finds it true in the middle of a surrogate pair.
    """

    source: str
    in_pair: bool = False


@dataclass(frozen=True, slots=True)
class LineBreak:
    r"""`\R`: any line break, with \r\n as one or as two."""


@dataclass(frozen=True, slots=True)
class Grapheme:
    r"""`\X`: what a reader takes for one character."""


@dataclass(frozen=True, slots=True)
class BackReference:
    """What a group found last; false while it found nothing."""

    number: int
    ignore_case: bool
    position: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    items: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The first that fits."""

    options: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Brackets; `number` is None when they do not capture."""

    body: "Node"
    number: int | None = None
    atomic: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """Looking ahead or behind. `pairs` tells that Java counts code points here, not UTF-16 units."""

    body: "Node"
    behind: bool
    negative: bool
    pairs: bool
    position: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """A quantifier; `most` is None when there is no upper bound."""

    body: "Node"
    least: int
    most: int | None
    mode: Mode
    position: int


Node = Chars | Anchor | LineBreak | Grapheme | BackReference | Sequence | Choice | Group | Look | Repeat

EMPTY = Sequence(())


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes below it, each before its own parts."""
    yield node
    match node:
        case Group(body=body) | Look(body=body) | Repeat(body=body):
            yield from walk(body)
        case Sequence(items=parts) | Choice(options=parts):
            for part in parts:
                yield from walk(part)
