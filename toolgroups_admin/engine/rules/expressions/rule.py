"""Rules written in CEL: the general form, where the other kinds do not suffice (design §4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ...document.rule_specs import ExpressionSpec
from ...paths import at
from ...rule import AccessKey, Evidence, Rule, Verdict, shown_verdict
from .. import reasons
from ..compiling import Compiling
from ..showing import cut
from .calls import Asked, calls_in, compile_call
from .checking import checked
from .evaluating import Evaluating, Function, Outcome, Program
from .keys import Keys, access_choices
from .naming import fields_of

if TYPE_CHECKING:
    from ...judging import Judging


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExpressionRule(Rule):
    """True when the value is `true` itself; an error and any other value than `true` and `false` are unknown."""

    kind: ClassVar[str] = "expression"
    cost: ClassVar[int] = 15
    program: Program
    choices: tuple[Keys, ...] = ()

    def judge(self, judging: "Judging") -> Verdict:
        return self._outcome(judging).verdict

    def explain(self, judging: "Judging") -> Evidence:
        outcome = self._outcome(judging)
        asked = [rule.explain(judging) for rule in outcome.asked]
        spans = tuple(dict.fromkeys(span for evidence in asked for span in evidence.spans))
        if outcome.verdict is not None:
            reason = reasons.EXPRESSION_TRUE if outcome.verdict else reasons.EXPRESSION_FALSE
            return Evidence(shown_verdict(outcome.verdict), reason, spans=spans)
        late = next((evidence for evidence in asked if evidence.verdict not in ("true", "false")), None)
        verdict, reason = (late.verdict, late.reason) if late else ("unknown", reasons.EXPRESSION_ERROR)
        return Evidence(verdict, reason, cut(outcome.error or ""), spans=spans)

    def leaf_keys(self) -> Iterator[AccessKey]:
        for keys in self.choices:
            yield from keys

    def access_keys(self, popularity: Mapping[AccessKey, int]) -> Keys | None:
        return min(self.choices, key=lambda keys: sum(popularity.get(key, 0) for key in keys), default=None)

    def _outcome(self, judging: "Judging") -> Outcome:
        evaluating: Evaluating | None = judging.scratch.get(Evaluating)
        if evaluating is None:
            evaluating = judging.scratch[Evaluating] = Evaluating(judging)
        return evaluating.outcome(self.program)


def compile_expression(spec: ExpressionSpec, path: str, node_id: str, compiling: Compiling) -> Rule | None:
    """The expression as a rule, or None when faults were noted, each at `expression` with its line and column.

    Bounded in time and memory whatever the source: at most 2,000 characters, and no work that grows faster than the
    context (`expressions.loops`).
    """
    path = at(path, "expression")
    compiled = checked(spec.expression, path, compiling)
    if compiled is None:
        return None
    expression, tree = compiled
    rules: dict[Asked, Rule] = {}
    for call in dict.fromkeys(calls_in(tree)):
        rule = compile_call(call, path, node_id, compiling)
        if rule is None:
            return None
        rules[call] = rule
    functions = frozenset(Function(name, len(arguments)) for name, *arguments in rules)
    return ExpressionRule(
        id=node_id,
        program=Program(expression, fields_of(tree), functions, rules),
        choices=access_choices(tree, rules, compiling.vocabulary),
    )
