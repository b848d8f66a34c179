"""Scenarios as rows: saved, and taken in and out with a document."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import json_text

from .models import Scenario
from .scenario_documents import WrittenScenario, scenario_of
from .scenario_history import record


def written_scenarios(prompts: Sequence[str] | None = None) -> list[WrittenScenario]:
    """All scenarios, or those of some prompts, by name."""
    rows = Scenario.objects.order_by("name")
    return [written(row) for row in (rows if prompts is None else rows.filter(prompt__in=prompts))]


def written(row: Scenario) -> WrittenScenario:
    """A row as a scenario."""
    return scenario_of(row.members())


def save_scenario(scenario: WrittenScenario, *, by: User | None) -> Scenario:
    """Writes a scenario under its name, over one that is there, with an entry of its history if that changes it."""
    columns = {
        "prompt": scenario.prompt,
        "context": dict(scenario.context),
        "expectations": scenario.expect.members(),
        "tags": list(scenario.tags),
        "owner": scenario.owner,
        "note": scenario.note,
        "changed_by": by,
    }
    with transaction.atomic():
        there = Scenario.objects.filter(name=scenario.name).first()
        before = there.members() if there else None
        row = Scenario.objects.update_or_create(name=scenario.name, defaults=columns)[0]
        record(row.pk, before, row.members(), by=by)
    return row


def exported() -> list[dict[str, Any]]:
    """All scenarios as a document holds them."""
    return [scenario.members() for scenario in written_scenarios()]


@transaction.atomic
def take(entries: Sequence[Any], by: User | None) -> int:
    """Writes the scenarios of a document, which have no faults; says how many are new or changed."""
    there = {scenario.name: json_text(scenario.members()) for scenario in written_scenarios()} if entries else {}
    scenarios = [scenario_of(entry) for entry in entries]
    changed = [scenario for scenario in scenarios if there.get(scenario.name) != json_text(scenario.members())]
    for scenario in changed:
        save_scenario(scenario, by=by)
    return len(changed)
