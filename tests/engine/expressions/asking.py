"""Builders: an expression asked of a context."""

from typing import Any

from toolgroups_admin.engine.context import ChatContext, RequestFacts
from toolgroups_admin.engine.document.rule_specs import ExpressionSpec
from toolgroups_admin.engine.faults import Fault
from toolgroups_admin.engine.judging import Judging
from toolgroups_admin.engine.rule import Evidence, Rule, Verdict
from toolgroups_admin.engine.rules.compiling import Compiling
from toolgroups_admin.engine.rules.expressions.rule import compile_expression

PATH = "$.groups[0].matcher"


def user(text: Any) -> dict[str, Any]:
    return {"role": "user", "content": text}


def context(*messages: dict[str, Any], request: dict[str, Any] | None = None, **members: Any) -> ChatContext:
    return ChatContext(prompt="p", messages=messages, request=RequestFacts(**(request or {})), **members)


def compiled(expression: str, compiling: Compiling | None = None) -> Rule:
    """The rule of an expression that has no faults; the vocabulary stays open."""
    compiling = compiling or Compiling()
    rule = _rule(expression, compiling)
    assert rule is not None, [str(fault) for fault in compiling.faults]
    return rule


def faults(expression: str) -> list[Fault]:
    compiling = Compiling()
    rule = _rule(expression, compiling)
    assert (rule is None) == bool(compiling.faults)
    return compiling.faults


def codes(expression: str) -> list[str]:
    return [fault.code for fault in faults(expression)]


def judging(compiling: Compiling, asked: ChatContext, default_model: str | None = None) -> Judging:
    compiling.vocabulary.close()
    return Judging(asked, default_model=default_model, vocabulary=compiling.vocabulary)


def ask(expression: str, *messages: dict[str, Any], default_model: str | None = None, **members: Any) -> Verdict:
    compiling = Compiling()
    rule = compiled(expression, compiling)
    return rule.judge(judging(compiling, context(*messages, **members), default_model))


def explain(expression: str, *messages: dict[str, Any], **members: Any) -> Evidence:
    compiling = Compiling()
    rule = compiled(expression, compiling)
    return rule.explain(judging(compiling, context(*messages, **members)))


def _rule(expression: str, compiling: Compiling) -> Rule | None:
    return compile_expression(ExpressionSpec(kind="expression", expression=expression), PATH, "node", compiling)
