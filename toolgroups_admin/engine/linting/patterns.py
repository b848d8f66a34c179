"""Patterns that are found in every text, since they want nothing of it."""

from collections.abc import Iterator
from typing import Final

from ..document.rule_specs import ConditionSpec, PromptMatchesSpec
from ..faults import gettext_noop
from .finding import Found, LintRule
from .subject import Subject

_WANT_NOTHING: Final = frozenset({"", "^", "$", ".*", ".*?", "^.*", ".*$", "(?s).*", "[\\s\\S]*"})


def _found_everywhere(subject: Subject) -> Iterator[Found]:
    for node in subject.nodes:
        if isinstance(node.spec, PromptMatchesSpec) and node.spec.pattern in _WANT_NOTHING:
            yield Found(node.item, (*node.steps, "pattern"))
        elif isinstance(node.spec, ConditionSpec) and node.spec.op == "matches" and node.spec.value in _WANT_NOTHING:
            yield Found(node.item, (*node.steps, "value"))


RULES: Final = (
    LintRule(
        "pattern_everywhere",
        "warning",
        gettext_noop("Pattern that is found everywhere"),
        gettext_noop(
            "This pattern wants nothing, so it is found in every text, and this part of the rule says little."
        ),
        gettext_noop("Write what the text must have; for a rule that is always true, take “Always”."),
        _found_everywhere,
    ),
)
