"""Rules compiled from their documents, and asked about one request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from toolgroups_admin.engine.context import ChatContext, RequestFacts
from toolgroups_admin.engine.document.rule_specs import RuleSpec
from toolgroups_admin.engine.judging import Judging
from toolgroups_admin.engine.resolution import ExplainedNode
from toolgroups_admin.engine.rule import Evidence, Rule, Verdict
from toolgroups_admin.engine.rules.blockers import blockers_of
from toolgroups_admin.engine.rules.build import compile_rule, compile_shared_rules
from toolgroups_admin.engine.rules.compiling import Compiling, PythonMatcher
from toolgroups_admin.engine.rules.explaining import explain_tree

Json = Mapping[str, Any]
_specs: TypeAdapter[Any] = TypeAdapter(RuleSpec)


@dataclass(frozen=True)
class Ruling:
    """A compiled rule with what it was compiled with."""

    rule: Rule
    compiling: Compiling

    def judging(self, context: ChatContext | None = None, default_model: str | None = None) -> Judging:
        return Judging(context or says(), default_model=default_model, vocabulary=self.compiling.vocabulary)

    def verdict(self, context: ChatContext | None = None) -> Verdict:
        return self.rule.judge(self.judging(context))

    def evidence(self, context: ChatContext | None = None) -> Evidence:
        return self.rule.explain(self.judging(context))

    def tree(self, context: ChatContext | None = None) -> ExplainedNode:
        return explain_tree(self.rule, self.judging(context))

    def blockers(self, context: ChatContext | None = None) -> tuple[str, ...]:
        return blockers_of(self.tree(context))


def ruling(rule: Json, *, shared: Mapping[str, Json] | None = None, **matchers: PythonMatcher) -> Ruling:
    """The compiled rule; the test fails when it has faults."""
    compiling = Compiling(matchers=matchers)
    compile_shared_rules([("$.rules", name, spec_of(one)) for name, one in (shared or {}).items()], compiling)
    compiled = compile_rule(spec_of(rule), "$.matcher", compiling)
    assert compiling.faults == []
    assert compiled is not None
    compiling.vocabulary.close()
    return Ruling(compiled, compiling)


def refusal(rule: Json, **matchers: PythonMatcher) -> list[tuple[str, str]]:
    """The faults of a rule, (code, path) each; every one says what is wrong and how to mend it."""
    compiling = Compiling(matchers=matchers)
    compiled = compile_rule(spec_of(rule), "$.matcher", compiling)
    assert (compiled is None) == bool(compiling.faults)
    assert all(fault.message and fault.message[-1] != "." and fault.remedy[-1] == "." for fault in compiling.faults)
    return [(fault.code, fault.path) for fault in compiling.faults]


def spec_of(rule: Json) -> Any:
    return _specs.validate_python(rule)


def says(*texts: Any, **members: Any) -> ChatContext:
    """A context in which the user says these texts, one message each."""
    return chat([("user", text) for text in texts], **members)


def chat(turns: Sequence[tuple[str, Any]], **members: Any) -> ChatContext:
    """A context with these messages, (role, content) each."""
    messages = tuple({"role": role, "content": content} for role, content in turns)
    return ChatContext(prompt="p", messages=messages, **members)


def has(**attributes: Any) -> ChatContext:
    """A context with these attributes."""
    return ChatContext(prompt="p", attributes=attributes)


def asks(**facts: Any) -> ChatContext:
    """A context with these facts of the model request."""
    return ChatContext(prompt="p", request=RequestFacts(**facts))


def contains(*keywords: str, **members: Any) -> dict[str, Any]:
    return {"kind": "prompt_contains", "keywords": list(keywords), **members}


def matches(pattern: str, **members: Any) -> dict[str, Any]:
    return {"kind": "prompt_matches", "pattern": pattern, **members}


def condition(field: str, op: str, *value: Any, **members: Any) -> dict[str, Any]:
    return {"kind": "condition", "field": field, "op": op, **({"value": value[0]} if value else {}), **members}


def all_of(*rules: Json, **members: Any) -> dict[str, Any]:
    return {"kind": "all", "rules": list(rules), **members}


def any_of(*rules: Json, **members: Any) -> dict[str, Any]:
    return {"kind": "any", "rules": list(rules), **members}


def negated(rule: Json, **members: Any) -> dict[str, Any]:
    return {"kind": "not", "rule": rule, **members}


def shared(name: str, **members: Any) -> dict[str, Any]:
    return {"kind": "rule", "name": name, **members}


TRUE = {"kind": "always"}
FALSE = negated(TRUE)
UNKNOWN = condition("streaming", "gt", 1)  # a boolean has no order
