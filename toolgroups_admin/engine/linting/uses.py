"""Tools, groups and shared rules that nothing uses."""

from collections.abc import Iterator
from typing import Final

from ..document.rule_specs import SharedSpec
from ..faults import gettext_noop
from .finding import Found, LintRule
from .subject import Subject


def _tools(subject: Subject) -> Iterator[Found]:
    grouped = {key for item in subject.groups for key in item.spec.tools}
    used = grouped.union(*(item.spec.tools for item in subject.prompts))
    return (Found(item, ("key",)) for item in subject.tools if item.identity not in used)


def _groups(subject: Subject) -> Iterator[Found]:
    used = {name for item in subject.prompts for name in item.spec.groups}
    return (Found(item, ("name",)) for item in subject.groups if item.identity not in used)


def _rules(subject: Subject) -> Iterator[Found]:
    used = {node.spec.name for node in subject.nodes if isinstance(node.spec, SharedSpec)}
    return (Found(item, ("name",)) for item in subject.rules if item.identity not in used)


RULES: Final = (
    LintRule(
        "tool_unused",
        "note",
        gettext_noop("Unused tool"),
        gettext_noop("No group and no prompt offers this tool."),
        gettext_noop("Add it to a group, or delete it; callers that name it by its key still find it."),
        _tools,
    ),
    LintRule(
        "group_unused",
        "note",
        gettext_noop("Unused group"),
        gettext_noop("No prompt has this group."),
        gettext_noop("Add it to a prompt, or delete it; callers that name it in a request still find it."),
        _groups,
    ),
    LintRule(
        "rule_unused",
        "note",
        gettext_noop("Unused shared rule"),
        gettext_noop("No rule names this shared rule."),
        gettext_noop("Use it, or delete it."),
        _rules,
    ),
)
