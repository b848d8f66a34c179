"""Waivers: what an object silences, and waivers that silence nothing."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from ..faults import gettext_noop
from .finding import Found, LintRule
from .subject import Subject

RuleFound = tuple[LintRule, Found]


def unsilenced(found: Sequence[RuleFound], subject: Subject, rules: Mapping[str, LintRule]) -> Iterator[RuleFound]:
    """What no waiver of its object silences, and then the waivers that silence nothing.

    A rule that could not be judged, since the caller passed no time or no evidence, leaves its waivers alone.
    """
    silenced = {(item.order, waiver.rule) for item in subject.items for waiver in item.spec.waivers}
    used = {(each.item.order, rule.id) for rule, each in found}
    yield from ((rule, each) for rule, each in found if (each.item.order, rule.id) not in silenced)
    unjudged = {rule.id for rule in rules.values() if rule.needs and getattr(subject, rule.needs) is None}
    yield from _idle(subject, used, rules, unjudged)


def _idle(
    subject: Subject, used: Collection[tuple[int, str]], rules: Mapping[str, LintRule], unjudged: Collection[str]
) -> Iterator[RuleFound]:
    for item in subject.items:
        for place, waiver in enumerate(item.spec.waivers):
            found = Found(item, ("waivers", place), {"rule": waiver.rule})
            if waiver.rule not in rules:
                yield UNKNOWN, found
            elif waiver.rule not in unjudged and (item.order, waiver.rule) not in used:
                yield IDLE, found


def _nothing(subject: Subject) -> Iterator[Found]:
    """What is found only when all other rules were judged."""
    return iter(())


UNKNOWN: Final = LintRule(
    "waiver_unknown_rule",
    "note",
    gettext_noop("Waiver of an unknown rule"),
    gettext_noop("There is no lint rule “{rule}”, so this waiver does nothing."),
    gettext_noop("Mend the name, or take the waiver out."),
    _nothing,
)
IDLE: Final = LintRule(
    "waiver_unneeded",
    "note",
    gettext_noop("Waiver that silences nothing"),
    gettext_noop("The rule “{rule}” finds nothing here any more."),
    gettext_noop("Take the waiver out, so that the rule speaks up again when it has to."),
    _nothing,
)
RULES: Final = (UNKNOWN, IDLE)
