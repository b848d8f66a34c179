"""Keeping dry runs for a while, and clearing those whose time is over."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from toolgroups_admin.accounts.models import User

from .models import DryRun, Scenario, ScenarioChange

NEVER_KEPT = frozenset({"tool_context"})  # contract 14: in no store, log or export


def keep(context: Mapping[str, Any], *, source: str, by: User) -> DryRun:
    """The context under a new id, for DRYRUN_DAYS; its tool context is left out."""
    kept = {name: value for name, value in context.items() if name not in NEVER_KEPT}
    return DryRun.objects.create(
        prompt=str(context["prompt"])[:128],
        source=source,
        context=json.dumps(kept, ensure_ascii=False, allow_nan=False),
        by=by,
        expires_at=timezone.now() + timedelta(days=settings.DRYRUN_DAYS),
    )


def clear_expired() -> int:
    """Deletes the kept dry runs whose time is over; says how many."""
    deleted, _by_model = DryRun.objects.expired().delete()
    return deleted


def clear_old_scenarios() -> int:
    """Deletes the scenarios that nobody changed for SCENARIO_DAYS, with their history, and entries of history older than
    SCENARIO_HISTORY_DAYS; 0 keeps them. Says how many scenarios went."""
    now, old = timezone.now(), list[int]()
    if days := settings.SCENARIO_DAYS:
        rows = Scenario.objects.filter(updated_at__lt=now - timedelta(days=days))
        old = list(rows.values_list("pk", flat=True))
        Scenario.objects.filter(pk__in=old).delete()
        ScenarioChange.objects.filter(scenario__in=old).delete()
    if days := settings.SCENARIO_HISTORY_DAYS:
        ScenarioChange.objects.filter(at__lt=now - timedelta(days=days)).delete()
    return len(old)
