"""What an expression names: the fields of `ctx`, the roles and texts of messages, and texts in quotes."""

from collections.abc import Iterator

from ...faults import gettext_noop as _
from .facts import FIELDS
from .language import CONTAINS, MATCHES
from .problem import Problem
from .syntax import Call, Constant, Loop, Node, Path, path_of, walk

REQUEST_FIELDS = ("url", "headers", "retry")
MESSAGE_FIELDS = ("role", "text")

_HEADERS = ("ctx", "request", "headers")


def naming_problems(tree: Node) -> Iterator[Problem]:
    """Names that are never there, arguments that must be texts in quotes, and CEL's own `matches`."""
    for node in walk(tree):
        path = path_of(node)
        if path is not None and path[0] == "ctx":
            yield from _path_problems(node, path)
        elif isinstance(node, Call):
            yield from _call_problems(node)
        elif isinstance(node, Loop):
            yield from _loop_problems(node)


def fields_of(tree: Node) -> frozenset[str]:
    """The fields of `ctx` that an expression without problems names."""
    paths = [path for node in walk(tree) if (path := path_of(node)) is not None]
    return frozenset(str(path[1]) for path in paths if path[0] == "ctx" and len(path) > 1)


def _path_problems(node: Node, path: Path) -> Iterator[Problem]:
    if len(path) == 1:
        yield Problem(
            "expression_field",
            node.at,
            _("ctx stands without a field (line {line}, column {column})"),
            _("Name one of its fields: {known}."),
            {"known": ", ".join(FIELDS)},
        )
    elif path[1] not in FIELDS:
        yield _unknown(node, "ctx", path[1], FIELDS)
    elif path[1] == "request" and len(path) > 2 and path[2] not in REQUEST_FIELDS:
        yield _unknown(node, "ctx.request", path[2], REQUEST_FIELDS)
    elif path[1] == "messages" and len(path) > 3 and path[3] not in MESSAGE_FIELDS:
        yield _unknown(node, "ctx.messages[…]", path[3], MESSAGE_FIELDS)
    elif path[:3] == _HEADERS and len(path) > 3 and isinstance(path[3], str) and path[3] != path[3].lower():
        yield Problem(
            "expression_field",
            node.at,
            _(
                "the header {name!r} is never there, since header names are in lower case here (line {line}, column {column})"
            ),
            _("Write it as {lowered!r}."),
            {"name": path[3], "lowered": path[3].lower()},
        )


def _unknown(node: Node, owner: str, name: str | int, known: tuple[str, ...]) -> Problem:
    return Problem(
        "expression_field",
        node.at,
        _("{owner} has no field {name!r} (line {line}, column {column})"),
        _("Name one of its fields: {known}."),
        {"owner": owner, "name": name, "known": ", ".join(known)},
    )


def _call_problems(call: Call) -> Iterator[Problem]:
    if call.function == "matches":
        yield Problem(
            "expression_matches",
            call.at,
            _("CEL's own matches reads patterns by other rules than the product (line {line}, column {column})"),
            _("Use promptMatches for the last user message, or a condition with the operator matches."),
        )
    if call.function not in (CONTAINS, MATCHES):
        return
    for argument in call.arguments:
        if not isinstance(argument, Constant):
            yield Problem(
                "expression_argument",
                argument.at,
                _("{function} takes only texts written between quotes (line {line}, column {column})"),
                _("Write the text itself between quotes, or use ctx.user_text.contains for a text from the context."),
                {"function": call.function},
            )


def _loop_problems(loop: Loop) -> Iterator[Problem]:
    if loop.variable == "ctx":
        yield Problem(
            "expression_loop",
            loop.at,
            _("the variable of a macro is called ctx, which hides the context (line {line}, column {column})"),
            _("Give the variable another name."),
        )
    if path_of(loop.over) != ("ctx", "messages"):
        return
    for node in walk(loop.step):
        path = path_of(node)
        if path is not None and path[0] == loop.variable and len(path) > 1 and path[1] not in MESSAGE_FIELDS:
            yield _unknown(node, loop.variable, path[1], MESSAGE_FIELDS)
