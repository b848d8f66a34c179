"""Repetitions whose rounds may find nothing: Java leaves them after the first such round, whatever the count."""

from ..faults import gettext_noop
from .faults import PatternFault
from .lengths import length, loops
from .nodes import Node, Repeat, walk


def check_rounds(tree: Node) -> None:
    """Refuses a group repeated at least twice that may find nothing in a round, or something else in the next one."""
    for node in walk(tree):
        if isinstance(node, Repeat) and node.least > 1 and loops(node) and not length(node.body).least:
            raise PatternFault(
                node.position,
                gettext_noop("A group that may find nothing cannot be repeated a fixed number of times here."),
                gettext_noop("Use * or + in place of the count, or let the group find at least one character."),
            )
