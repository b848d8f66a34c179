"""Erasing what is kept of an account: dry runs, scenarios with their history, and lines of batches."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import json_text
from toolgroups_admin.engine import MalformedJSON, decode_json

from .batches.erasing import erase_lines, lines_of
from .history_models import Erasure, ScenarioChange
from .models import DryRun, Scenario


@dataclass(frozen=True, slots=True)
class Kept:
    """How much is kept of an account."""

    dry_runs: int
    scenarios: int
    scenario_changes: int
    batch_lines: int

    @property
    def is_nothing(self) -> bool:
        return not (self.dry_runs or self.scenarios or self.scenario_changes or self.batch_lines)


def kept_of(account: str) -> Kept:
    """What is kept of an account: contexts whose account this is, and lines of batches that hold it in a cell."""
    changes = ScenarioChange.objects.filter(scenario__in=_ever(account)).count()
    return Kept(len(_dry_runs(account)), len(_scenarios(account)), changes, lines_of(account))


def erase(account: str, *, by: User | None) -> Kept:
    """Deletes all that is kept of an account and empties its lines; says how much, which is all that is recorded."""
    with transaction.atomic():
        dry_runs, scenarios, ever = _dry_runs(account), _scenarios(account), _ever(account)
        changes = ScenarioChange.objects.filter(scenario__in=ever)
        number = changes.count()
        DryRun.objects.filter(pk__in=dry_runs).delete()
        Scenario.objects.filter(pk__in=scenarios).delete()
        changes.delete()
        _blank_log(ever)
    kept = Kept(len(dry_runs), len(scenarios), number, erase_lines(account))
    Erasure.objects.create(
        by=by,
        dry_runs=kept.dry_runs,
        scenarios=kept.scenarios,
        scenario_changes=kept.scenario_changes,
        batch_lines=kept.batch_lines,
    )
    return kept


def _dry_runs(account: str) -> list[Any]:
    rows = _candidates(DryRun.objects.all(), account, "context")
    return [row.pk for row in rows if _is_of(account, _read(row.context))]


def _scenarios(account: str) -> list[Any]:
    return [row.pk for row in _candidates(Scenario.objects.all(), account, "context") if _is_of(account, row.context)]


def _ever(account: str) -> set[int]:
    """The keys of the scenarios that are of the account or ever were: their names may hold words of the chat too."""
    changes = _candidates(ScenarioChange.objects.all(), account, "before", "after")
    states = ((row.scenario, state) for row in changes for state in (row.before, row.after))
    return {key for key, state in states if _is_of(account, (state or {}).get("context"))} | {*_scenarios(account)}


def _candidates(rows: "models.QuerySet[Any]", account: str, *columns: str) -> Iterator[Any]:
    """The rows in whose text the account stands somewhere, as JSON spells it."""
    spelled = json_text(account)[1:-1]
    anywhere = models.Q()
    for column in columns:
        anywhere |= models.Q(**{f"{column}__contains": spelled})
    return rows.filter(anywhere).iterator()


def _is_of(account: str, context: Any) -> bool:
    return isinstance(context, dict) and context.get("account_id") is not None and str(context["account_id"]) == account


def _read(text: str) -> Any:
    try:
        return decode_json(text.encode())
    except MalformedJSON:
        return None


def _blank_log(scenarios: set[int]) -> None:
    """Names of scenarios are made of what was said, and the admin's log has them."""
    entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Scenario))
    entries.filter(object_id__in=map(str, scenarios)).update(object_repr="", change_message="")
