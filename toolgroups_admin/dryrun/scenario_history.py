"""The history of scenarios: one entry for each change, and the way back to a state."""

import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.history import Difference
from toolgroups_admin.engine import Fault

from .history_models import ScenarioChange
from .models import Scenario
from .scenario_documents import scenario_faults, scenario_of

Members = Mapping[str, Any]
LABELS = {
    "name": gettext_lazy("name"),
    "context": gettext_lazy("context"),
    "expect": gettext_lazy("expected"),
    "tags": gettext_lazy("tags"),
    "owner": gettext_lazy("owner"),
    "note": pgettext_lazy("of a scenario", "note"),
}


class CannotComeBack(Exception):
    """A state that cannot be brought back: why in the language of the page, or the faults that it would have now."""

    def __init__(self, why: str, faults: tuple[Fault, ...] = ()) -> None:
        self.why = why
        self.faults = faults
        super().__init__(why)


def record(key: int, before: Members | None, after: Members | None, *, by: User | None) -> ScenarioChange | None:
    """Writes the entry of a change, unless nothing changed."""
    if _text(before) == _text(after):
        return None
    name = (after or before or {})["name"]
    return ScenarioChange.objects.create(scenario=key, name=name, before=before, after=after, by=by)


def state_of(key: int | None) -> Members | None:
    """The members that a scenario has in the database; None when there is none."""
    row = Scenario.objects.filter(pk=key).first() if key else None
    return row.members() if row else None


def differences(change: ScenarioChange) -> list[Difference]:
    """The members in which the two states of a change differ."""
    before, after = change.before or {}, change.after or {}
    return [
        Difference(member, str(LABELS.get(member, member)), _shown(before, member), _shown(after, member))
        for member in LABELS
        if before.get(member) != after.get(member)
    ]


@transaction.atomic
def bring_back(change: ScenarioChange, *, before: bool, by: User | None) -> Scenario:
    """Gives a scenario the state that it had before or after a change, with an entry of its own.

    One that was deleted is made again under its key. Raises CannotComeBack, and then nothing is written.
    """
    members = change.before if before else change.after
    if members is None:
        raise CannotComeBack(_("It was not there then. To take it away, delete it."))
    if faults := scenario_faults({name: value for name, value in members.items() if value != "" and value != []}):
        raise CannotComeBack(_("This state is no scenario any more."), tuple(faults))
    scenario = scenario_of(members)
    if Scenario.objects.filter(name=scenario.name).exclude(pk=change.scenario).exists():
        raise CannotComeBack(_("There is another “%(identity)s” by now.") % {"identity": scenario.name})
    now = state_of(change.scenario)
    row = Scenario.objects.filter(pk=change.scenario).first() or Scenario(pk=change.scenario)
    row.name, row.prompt, row.context = scenario.name, scenario.prompt, dict(scenario.context)
    row.expectations, row.tags = scenario.expect.members(), list(scenario.tags)
    row.owner, row.note, row.changed_by = scenario.owner, scenario.note, by
    row.save()
    record(change.scenario, now, row.members(), by=by)
    return row


def _text(members: Members | None) -> str:
    return json.dumps(members)


def _shown(members: Members, member: str) -> str | None:
    value = members.get(member)
    if value in (None, "", []):
        return None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
