"""The expressions of one request: what they see is made once, and each is evaluated once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from cel_expr_python import cel

from ...judging import Judging
from ...rule import Rule, Verdict
from .calls import Asked
from .facts import fact
from .language import activation, function, spoken


class Function(NamedTuple):
    """A function with so many arguments."""

    name: str
    arguments: int


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A compiled expression, the fields and functions that it names, and the rule behind each of its calls."""

    compiled: cel.Expression
    fields: frozenset[str]
    functions: frozenset[Function]
    rules: Mapping[Asked, Rule]


class Outcome(NamedTuple):
    """A verdict, the value or the error's text when it is unknown, and the rules that were asked on the way."""

    verdict: Verdict
    error: str | None
    asked: tuple[Rule, ...]


class Unanswered(Exception):
    """A rule behind a call of promptMatches is unknown, so the call has no value."""


class Evaluating:
    """What the expressions of one request share: fields, one activation for each set of fields, and outcomes."""

    def __init__(self, judging: Judging) -> None:
        self._judging = judging
        self._facts: dict[str, Any] = {}
        self._activations: dict[tuple[frozenset[str], frozenset[Function]], cel.Activation] = {}
        self._outcomes: dict[Program, Outcome] = {}
        self._rules: Mapping[Asked, Rule] = {}
        self._asked: list[Rule] = []

    def outcome(self, program: Program) -> Outcome:
        """The outcome of an expression; it never raises."""
        known = self._outcomes.get(program)
        if known is None:
            known = self._outcomes[program] = self._evaluated(program)
        return known

    def _evaluated(self, program: Program) -> Outcome:
        self._rules, self._asked = program.rules, []
        try:
            value = program.compiled.eval(self._activation(program)).value()
        except Exception as error:  # noqa: BLE001  the context may hold any object, and its faults are the node's alone
            return Outcome(None, spoken(str(error)), ())
        if value is True or value is False:
            return Outcome(value, None, tuple(self._asked))
        return Outcome(None, spoken(str(value)), tuple(self._asked))

    def _activation(self, program: Program) -> cel.Activation:
        key = program.fields, program.functions
        known = self._activations.get(key)
        if known is None:
            ctx = {field: value for field in program.fields if (value := self._fact(field)) is not None}
            functions = [function(name, count, partial(self._answer, name)) for name, count in program.functions]
            known = self._activations[key] = activation(ctx, functions)
        return known

    def _fact(self, field: str) -> Any:
        if field not in self._facts:
            self._facts[field] = fact(self._judging, field)
        return self._facts[field]

    def _answer(self, name: str, *arguments: str) -> bool:
        rule = self._rules[name, *arguments]
        verdict = rule.judge(self._judging)
        self._asked.append(rule)
        if verdict is None:
            raise Unanswered(f"{name} ran out of time")
        return verdict
