"""Conditions under a “not” whose field may be missing: everybody without the field gets through (contract 4)."""

from collections.abc import Iterator, Mapping
from typing import Final

from ..document.rule_specs import AllSpec, ConditionSpec, NotSpec, RolloutSpec, RuleSpec, SharedSpec
from ..faults import gettext_noop
from .finding import Found, LintRule
from .nodes import Steps, children_of
from .subject import Subject

_ALWAYS_THERE: Final = frozenset({"message_count", "streaming"})
_NONE: Final[frozenset[str]] = frozenset()

SharedRules = Mapping[str, RuleSpec]


def fields_there(node: RuleSpec, shared: SharedRules, *, when: bool) -> frozenset[str]:
    """The fields that are certainly there when the node is true, or false, as `when` says."""
    if isinstance(node, NotSpec):
        return fields_there(node.rule, shared, when=not when)
    if isinstance(node, SharedSpec):
        return fields_there(shared[node.name], shared, when=when)
    below = [fields_there(child, shared, when=when) for _, child in children_of(node)]
    if below:
        return _NONE.union(*below) if isinstance(node, AllSpec) == when else below[0].intersection(*below[1:])
    field = _field_of(node)
    return frozenset((field,)) if field and when else _NONE


def open_negations(root: RuleSpec, shared: SharedRules) -> Iterator[tuple[Steps, str]]:
    """Where a rule becomes true because a field is missing: the steps to the node, and the field.

    A condition of a shared rule is found where the rule is named under a “not”.
    """
    yield from dict.fromkeys(_open(root, shared, when=True, there=_NONE))


def _open(node: RuleSpec, shared: SharedRules, *, when: bool, there: frozenset[str]) -> Iterator[tuple[Steps, str]]:
    if isinstance(node, SharedSpec):
        if not when:
            yield from (((), field) for _, field in _open(shared[node.name], shared, when=when, there=there))
        return
    children = list(children_of(node))
    sure = [fields_there(child, shared, when=when) for _, child in children]
    for place, (steps, child) in enumerate(children):
        beside = [*sure[:place], *sure[place + 1 :]] if isinstance(node, AllSpec) == when else ()
        turned = when != isinstance(node, NotSpec)
        for below, field in _open(child, shared, when=turned, there=there.union(*beside)):
            yield (*steps, *below), field
    negated = _field_of(node)
    if negated and not when and negated not in there and not _asks_whether_there(node):
        yield (), negated


def _field_of(node: RuleSpec) -> str | None:
    """The field of a leaf that is false where the field is missing."""
    field = node.field if isinstance(node, ConditionSpec) else node.by if isinstance(node, RolloutSpec) else None
    return None if field in _ALWAYS_THERE else field


def _asks_whether_there(node: RuleSpec) -> bool:
    return isinstance(node, ConditionSpec) and node.op == "exists"


def _negated(subject: Subject) -> Iterator[Found]:
    for root in subject.trees:
        for steps, field in open_negations(root.spec, subject.shared):
            yield Found(root.item, (*root.steps, *steps), {"field": field})


RULES: Final = (
    LintRule(
        "negated_field_may_be_missing",
        "warning",
        gettext_noop("Negated condition on a field that may be missing"),
        gettext_noop("Where {field} is missing, the condition is false, so its negation lets the request through."),
        gettext_noop("Beside the “not”, in an “all”, ask that {field} exists, unless those without it are meant too."),
        _negated,
    ),
)
