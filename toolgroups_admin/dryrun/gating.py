"""The gate before a release: scenarios of the prompts that it changes, run against it."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from toolgroups_admin.catalog.models import Kind
from toolgroups_admin.releases.affecting import prompts_affected
from toolgroups_admin.releases.candidates import Candidate, live_contents
from toolgroups_admin.releases.comparing import changes_from
from toolgroups_admin.releases.errors import Objection
from toolgroups_admin.releases.models import Environment

from .checking import Checked, check
from .models import Scenario
from .scenarios import written
from .sources import DoesNotCompile, compiled_candidate

MOST_SHOWN = 50
NAMING = ("tools", "groups")  # with these a context reaches beyond its prompt


def broken_scenarios(environment: Environment, candidate: Candidate) -> list[Objection]:
    """One objection for each scenario that fails with the candidate; none while it does not compile.

    Asked are the scenarios of prompts that it changes or takes away, directly or through what they use, and those whose
    request names tools or groups of its own.
    """
    live = live_contents(environment)
    changes = changes_from(live, candidate)
    if not changes or not Scenario.objects.exists():
        return []
    try:
        compiled = compiled_candidate(candidate)
    except DoesNotCompile:
        return []
    prompts = {change.identity for change in changes if change.kind == Kind.PROMPT}
    prompts.update(*prompts_affected(live, candidate, changes).values())
    rows = [row for row in Scenario.objects.order_by("name") if row.prompt in prompts or _names_more(row)]
    checked = [(row, check(written(row), compiled)) for row in rows]
    failing = [(row, result) for row, result in checked if not result.passed]
    return [_objection(row, result) for row, result in failing[:MOST_SHOWN]] + _further(len(failing) - MOST_SHOWN)


def _names_more(row: Scenario) -> bool:
    return any(row.context.get(member) for member in NAMING)


def _objection(row: Scenario, result: Checked) -> Objection:
    words = _("Scenario “{name}” fails").format(name=row.name)
    address = reverse("admin:dryrun_scenario_change", args=[row.pk])
    reasons = tuple(" ".join((failure.words, *failure.why)) for failure in result.failures)
    return Objection(words, address, reasons)


def _further(number: int) -> list[Objection]:
    if number <= 0:
        return []
    words = ngettext("%(number)d further scenario fails", "%(number)d further scenarios fail", number)
    return [Objection(words % {"number": number}, reverse("admin:dryrun_scenario_check"), ())]
