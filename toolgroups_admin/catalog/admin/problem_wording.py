"""Problems in the language of the page."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from toolgroups_admin.engine import LINT_RULES, Fault, Finding, Words

from ..fault_words import in_words
from ..history import label_of
from ..problems import Problem


def why(problem: Problem) -> str:
    """What is wrong, as a sentence; a fault's remedy stands in it."""
    said = problem.said
    return in_words(said, problem.place) if isinstance(said, Fault) else _filled(said.template, said)


def remedy(problem: Problem) -> str:
    """What to do about a finding."""
    said = problem.said
    return "" if isinstance(said, Fault) else _filled(said.remedy_template, said)


def title_of(rule: str) -> str:
    """What pages call a lint rule; a fault of the compiler has its code only."""
    return _(LINT_RULES[rule].title) if rule in LINT_RULES else rule


def severity_name(severity: str) -> str:
    """What pages call a severity."""
    return {"fault": _("fault"), "error": _("error"), "warning": _("warning"), "note": _("note")}[severity]


def member_name(problem: Problem) -> str:
    """What pages call the member in which a problem is."""
    return label_of(problem.kind, problem.member) if problem.kind and problem.member else problem.member


def counted(counts: Mapping[str, int]) -> str:
    """How many problems of each severity there are, in words."""
    return _(", ").join(_COUNTED[severity](number) for severity, number in counts.items())


def _filled(template: str, said: Finding) -> str:
    params = {name: _(value) if isinstance(value, Words) else value for name, value in said.params.items()}
    return _(template).format(**params)


_COUNTED: Mapping[str, Callable[[int], str]] = {
    "fault": lambda number: ngettext("%(number)d fault", "%(number)d faults", number) % {"number": number},
    "error": lambda number: ngettext("%(number)d error", "%(number)d errors", number) % {"number": number},
    "warning": lambda number: ngettext("%(number)d warning", "%(number)d warnings", number) % {"number": number},
    "note": lambda number: ngettext("%(number)d note", "%(number)d notes", number) % {"number": number},
}
