"""Compiles an expression and notes all that is wrong with it, each with line and column."""

import re
from collections.abc import Iterator

from cel_expr_python import cel

from ...faults import gettext_noop as _
from ...texts import is_blank
from ...values import has_lone_surrogate
from ..compiling import Compiling
from ..showing import cut
from .facts import FIELDS
from .language import NotCompiled, compile_source
from .loops import loop_problems
from .naming import naming_problems
from .problem import Problem
from .syntax import Node

MOST_CHARACTERS = 2000

_COMPLAINTS = re.compile(r"<input>:(\d+):(\d+): (.*)")
_TOO_DEEP = re.compile(r"recursion (limit|depth)")
_TRUTH = frozenset({"BOOL", "DYN"})
_REMEDY = _(
    "Write one condition over ctx with the operators and functions of CEL, promptContains with 1 to 10 texts, or "
    "promptMatches with a pattern. ctx has the fields {known}."
)
_KNOWN = {"known": ", ".join(FIELDS)}


def checked(source: str, path: str, compiling: Compiling) -> tuple[cel.Expression, Node] | None:
    """The expression and its tree, or None when faults were noted at `path`."""
    compiled, problems = _compiled(source)
    for problem in problems:
        place = {} if problem.at is None else _place(source, problem.at)
        compiling.fault(problem.code, path, source, problem.template, problem.remedy, **problem.params, **place)
    return None if problems else compiled


def _compiled(source: str) -> tuple[tuple[cel.Expression, Node] | None, list[Problem]]:
    problems = list(_unreadable(source))
    if problems:
        return None, problems
    try:
        expression, tree = compile_source(source)
    except NotCompiled as refusal:
        return None, [_refused(str(refusal), source)]
    return (expression, tree), [*_kind_problems(expression, tree), *naming_problems(tree), *loop_problems(tree)]


def _unreadable(source: str) -> Iterator[Problem]:
    if len(source) > MOST_CHARACTERS:
        yield Problem(
            "expression_too_long",
            None,
            _("the expression has {length} characters"),
            _("Use at most {most}; a long list of texts belongs into a rule of another kind."),
            {"length": len(source), "most": MOST_CHARACTERS},
        )
    elif is_blank(source):
        yield Problem("expression_empty", None, _("the expression is empty"), _REMEDY, _KNOWN)
    elif has_lone_surrogate(source):
        yield Problem("lone_surrogate", None, _("the expression holds half a character"), _("Remove it."))


def _refused(refusal: str, source: str) -> Problem:
    if _TOO_DEEP.search(refusal):
        return Problem(
            "expression_too_deep",
            None,
            _("the expression is nested too deep"),
            _("Use at most 30 levels of brackets, dots and operators, or split the expression with all and any."),
        )
    # Should the library ever name no place, the start of the source stands in.
    [line, column, words] = _COMPLAINTS.findall(f"{refusal}\n<input>:1:1: {refusal}")[0]
    above = source.split("\n")[: int(line) - 1]
    at = sum(len(text) + 1 for text in above) + int(column) - 1
    words = cut(words.removesuffix(" [INVALID_ARGUMENT]"))
    return Problem(
        "expression_invalid", at, _("{words} (line {line}, column {column})"), _REMEDY, _KNOWN | {"words": words}
    )


def _kind_problems(expression: cel.Expression, tree: Node) -> Iterator[Problem]:
    kind = expression.return_type().name()
    if kind not in _TRUTH:
        yield Problem(
            "expression_not_boolean",
            tree.at,
            _("the value is of type {kind}, neither true nor false (line {line}, column {column})"),
            _("Compare it with something, for example ctx.message_count > 1."),
            {"kind": kind},
        )


def _place(source: str, at: int) -> dict[str, int]:
    return {"line": source.count("\n", 0, at) + 1, "column": at - source.rfind("\n", 0, at)}
