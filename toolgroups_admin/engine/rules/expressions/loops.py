"""Bounds on work: what the macros exists, all and exists_one may repeat, and how many texts may be joined.

CEL itself stops after 10,000 rounds, but not what one round may cost. So a round may only do work that shrinks with
its element: then all rounds together cost no more than reading the context a few times.
"""

from collections.abc import Iterator

from ...faults import gettext_noop as _
from .language import CONTAINS, MATCHES
from .problem import Problem
from .syntax import Call, Constant, Literal, Loop, Node, path_of, walk

MOST_JOINS = 10
MOST_PARTS_IN_A_LOOP = 50

_JOINING = frozenset({"add_string", "add_bytes", "add_list"})
_COMPARING = frozenset({"_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_"})
_SEARCHING = frozenset({"contains", "startsWith", "endsWith"})


def loop_problems(tree: Node) -> Iterator[Problem]:
    """Macros that build, macros inside macros, dear work inside macros, and too many joined texts."""
    nodes = list(walk(tree))
    inner = {id(below) for loop in nodes if isinstance(loop, Loop) for below in _within(loop)}
    for loop in nodes:
        if isinstance(loop, Loop) and id(loop) not in inner:
            yield from _macro_problems(loop)
    joins = [node for node in nodes if _joins(node) and id(node) not in inner]
    if len(joins) > MOST_JOINS:
        yield Problem(
            "expression_costly",
            joins[MOST_JOINS].at,
            _("more than {most} texts or lists are joined with + (line {line}, column {column})"),
            _("Compare the parts one by one, joined with &&."),
            {"most": MOST_JOINS},
        )


def _within(loop: Loop) -> Iterator[Node]:
    yield from walk(loop.over)
    yield from walk(loop.step)


def _macro_problems(loop: Loop) -> Iterator[Problem]:
    if not isinstance(loop.start, Constant):
        yield Problem(
            "expression_loop",
            loop.at,
            _("a macro here builds a list or a map (line {line}, column {column})"),
            _("Use exists, all or exists_one, which answer true or false."),
        )
        return
    nested = [node for node in _within(loop) if isinstance(node, Loop)]
    for node in nested:
        yield Problem(
            "expression_loop",
            node.at,
            _("a macro stands inside another (line {line}, column {column})"),
            _("Use one of exists, all and exists_one at a time, joined with && or ||."),
        )
    if not nested:
        yield from _round_problems(loop)


def _round_problems(loop: Loop) -> Iterator[Problem]:
    nodes = list(walk(loop.step))
    comparable = {id(operand) for node in nodes for operand in _compared(node, loop.variable)}
    for node in nodes:
        path = path_of(node)
        if path is not None and path[0] == "ctx" and id(node) not in comparable:
            yield _too_dear(node, ".".join(map(str, path)))
        elif isinstance(node, Call) and node.function in (CONTAINS, MATCHES):
            yield _too_dear(node, node.function)
        elif _joins(node):
            yield _too_dear(node, "+")
        elif isinstance(node, Literal) and len(node.parts) > MOST_PARTS_IN_A_LOOP:
            yield Problem(
                "expression_costly",
                node.at,
                _("a list inside a macro has more than {most} elements (line {line}, column {column})"),
                _("Shorten the list, or put the test in front of the macro, joined with &&."),
                {"most": MOST_PARTS_IN_A_LOOP},
            )


def _compared(node: Node, variable: str) -> list[Node]:
    """The operands that stand against a part of the macro's element, so that comparing costs no more than that part."""
    match node:
        case Call(function=function, arguments=(left, right)) if function in _COMPARING:
            pairs = [(left, right), (right, left)]
        case Call(function=function, target=Node() as target, arguments=(part,)) if function in _SEARCHING:
            pairs = [(target, part)]
        case _:
            return []
    return [operand for element, operand in pairs if (path_of(element) or ("",))[0] == variable]


def _joins(node: Node) -> bool:
    return isinstance(node, Call) and node.function == "_+_" and not _JOINING.isdisjoint(node.overloads)


def _too_dear(node: Node, what: str) -> Problem:
    return Problem(
        "expression_costly",
        node.at,
        _(
            "{what} stands inside a macro, where it would be worked out anew in every round (line {line}, column {column})"
        ),
        _(
            "Inside exists, all and exists_one use the element and constants; a field of ctx may be compared with a "
            "part of the element, or be looked for in it. Put the rest in front of the macro, joined with &&."
        ),
        {"what": what},
    )
