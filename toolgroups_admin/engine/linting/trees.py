"""Rules that say a thing twice, say nothing any more, or have to be judged on every request."""

from collections.abc import Iterator
from typing import Final

from ..document.rule_specs import AllSpec, AnySpec, RolloutSpec, ScheduleSpec
from ..faults import gettext_noop
from ..rule import NO_POPULARITY
from ..rules.moments import parse_moment
from .finding import Found, LintRule
from .nodes import meaning_of
from .offering import is_always
from .subject import Subject


def _twice(subject: Subject) -> Iterator[Found]:
    for item, steps, spec in subject.nodes:
        if isinstance(spec, AllSpec | AnySpec) and len(spec.rules) > 1:
            first: dict[str, int] = {}
            for place, child in enumerate(spec.rules):
                earlier = first.setdefault(meaning_of(child), place)
                if earlier != place:
                    yield Found(item, (*steps, "rules", place), {"first": earlier + 1, "second": place + 1})


def _over(subject: Subject) -> Iterator[Found]:
    for item, steps, spec in subject.nodes:
        if isinstance(spec, ScheduleSpec) and spec.until is not None:
            end = parse_moment(spec.until)
            if end is not None and subject.is_over(end):
                yield Found(item, (*steps, "until"), {"until": spec.until})


def _not_a_share(subject: Subject) -> Iterator[Found]:
    for item, steps, spec in subject.nodes:
        if isinstance(spec, RolloutSpec) and spec.percent in (0, 100):
            yield Found(item, (*steps, "percent"), {"percent": int(spec.percent)})


def _judged_always(subject: Subject) -> Iterator[Found]:
    for item in subject.groups:
        rule = subject.catalog.groups[item.identity].rule
        if item.spec.enabled and not is_always(rule) and rule.access_keys(NO_POPULARITY) is None:
            yield Found(item, ("matcher",))


RULES: Final = (
    LintRule(
        "duplicate_rules",
        "warning",
        gettext_noop("The same rule twice"),
        gettext_noop("Parts {first} and {second} say the same, so one of them changes nothing."),
        gettext_noop("Take one of the two out, or write in it what was meant."),
        _twice,
    ),
    LintRule(
        "schedule_over",
        "warning",
        gettext_noop("Schedule in the past"),
        gettext_noop("The schedule ended at {until}, so this is never true again."),
        gettext_noop("Move the end, or take the schedule out with what depends on it."),
        _over,
        needs="now",
    ),
    LintRule(
        "rollout_constant",
        "note",
        gettext_noop("Rollout to all or to none"),
        gettext_noop("At {percent} % a rollout chooses nobody in particular."),
        gettext_noop("When the rollout is finished, take it out; otherwise give the share that is meant."),
        _not_a_share,
    ),
    LintRule(
        "judged_on_every_request",
        "note",
        gettext_noop("Rule that is judged on every request"),
        gettext_noop("No keyword or value has to be there for this rule to be true, so no index can pass it over."),
        gettext_noop("Add a keyword or an “equals” in an “all” with the rest, where that fits."),
        _judged_always,
    ),
)
