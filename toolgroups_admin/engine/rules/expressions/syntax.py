"""The syntax tree of an expression."""

from collections.abc import Iterator
from dataclasses import dataclass

Value = None | bool | int | float | str | bytes
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of an expression; `at` is its place in the source, in code points from 0."""

    at: int


@dataclass(frozen=True, slots=True)
class Constant(Node):
    value: Value


@dataclass(frozen=True, slots=True)
class Name(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Select(Node):
    """`operand.field`, or `has(operand.field)` when `tested`."""

    operand: Node
    field: str
    tested: bool


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function or operator; `overloads` are those that the types leave open, `name_at` is a place in the bytes."""

    function: str
    target: Node | None
    arguments: tuple[Node, ...]
    overloads: tuple[str, ...]
    name_at: int


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A list, map or message written out: all its parts."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Loop(Node):
    """A comprehension: for each element of `over`, under the name `variable`, `step` makes a new result from `start`."""

    variable: str
    over: Node
    start: Node
    step: Node


def path_of(node: Node) -> Path | None:
    """The way from a name down (`ctx.attributes["plan"]`, also inside `has`), or None when the node is no such way."""
    match node:
        case Name(name=name):
            return (name.removeprefix("."),)
        case Select(operand=operand, field=field):
            above = path_of(operand)
            return None if above is None else (*above, field)
        case Call(function="_[_]", arguments=(operand, Constant(value=str() | int() as step))):
            above = path_of(operand)
            return None if above is None else (*above, step)
    return None


def read_path(node: Node) -> Path | None:
    """The way whose value an expression reads here; inside `has` it is only asked for."""
    return None if isinstance(node, Select) and node.tested else path_of(node)


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, each way from a name as one node."""
    yield node
    if path_of(node) is None:
        for part in _parts(node):
            yield from walk(part)


def _parts(node: Node) -> tuple[Node, ...]:
    match node:
        case Select(operand=operand):
            return (operand,)
        case Call(target=target, arguments=arguments):
            return arguments if target is None else (target, *arguments)
        case Literal(parts=parts):
            return parts
        case Loop(over=over, step=step):
            return (over, step)
    return ()
