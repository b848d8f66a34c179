"""What the Problems page can be narrowed to."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..models import Kind
from ..problem_filters import Wanted
from ..problems import SEVERITIES, Problem
from .problem_wording import severity_name, title_of


@dataclass(frozen=True, slots=True)
class Choice:
    """One list to choose from: the name of its parameter, its label, what is chosen, and value, label, number each."""

    name: str
    label: str
    chosen: str
    options: Sequence[tuple[str, str, int]]


def choices_of(problems: Sequence[Problem], wanted: Wanted) -> list[Choice]:
    """The lists, each with how many problems there are of what it offers."""
    severities = Counter(problem.severity for problem in problems)
    kinds = Counter(problem.kind for problem in problems)
    rules = Counter(problem.rule for problem in problems)
    owners = Counter(problem.owner for problem in problems)
    titles = sorted((title_of(rule), rule) for rule in rules)
    return [
        Choice(
            "severity",
            _("Severity"),
            wanted.severity,
            [(each, severity_name(each), severities[each]) for each in SEVERITIES if severities[each]],
        ),
        Choice(
            "kind", _("Kind"), wanted.kind, [(each.value, str(each.label), kinds[each]) for each in Kind if kinds[each]]
        ),
        Choice("rule", _("Rule"), wanted.rule, [(rule, title, rules[rule]) for title, rule in titles]),
        Choice("owner", _("Owner"), wanted.owner, [(each, each, owners[each]) for each in sorted(owners) if each]),
    ]
