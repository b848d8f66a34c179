"""Taking a document into the draft: first a plan, then all of it or nothing."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.db import transaction

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import Fragment, InvalidDocument, fragments

from .candidates import closed
from .mapping import LINKS, MODEL_OF, SECTIONS, Links, identities
from .models import CatalogObject, Change, Kind
from .probing import WHOLE_DOCUMENT, probe
from .saving import BATCH, record, update_columns
from .scenarios import scenario_store


class Outcome(StrEnum):
    """What importing an object does."""

    CREATE = "create"
    CHANGE = "change"
    UNCHANGED = "unchanged"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Step:
    """One object of the document: what happens to it, and the version of the row that this was judged by.

    `conflict` means that the document has a state which the row had before and has left: importing it would undo
    what was changed since.
    """

    kind: Kind
    identity: str
    outcome: Outcome
    members: Mapping[str, Any]
    version: int | None


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import would do, object by object; nothing is written yet."""

    steps: tuple[Step, ...]
    scenarios: tuple[Any, ...] = field(default=(), repr=False)

    def of(self, *outcomes: Outcome) -> tuple[Step, ...]:
        """The steps with one of the given outcomes."""
        return tuple(step for step in self.steps if step.outcome in outcomes)


class ImportRefused(Exception):
    """A plan that may not or can no longer be carried out; `steps` says which objects stand in the way."""

    def __init__(self, why: str, steps: Sequence[Step]) -> None:
        self.steps = tuple(steps)
        super().__init__(f"{why}: " + ", ".join(f"{step.kind} {step.identity}" for step in steps))


def plan_import(document: Any) -> ImportPlan:
    """What importing a document would do to the draft; raises `InvalidDocument` with everything that is wrong.

    What an object refers to must be in the document or in the draft.
    """
    whole = closed(document) if _has_lists(document) else document
    if faults := probe(whole, limits=WHOLE_DOCUMENT):
        raise InvalidDocument(faults)
    scenarios = document.get("scenarios", ())
    if faults := tuple(scenario_store().faults(scenarios)):
        raise InvalidDocument(faults)
    states = fragments(document)
    rows = {kind: _rows(kind) for kind in MODEL_OF}
    left = _states_left(states)
    steps = tuple(_step(state, rows[Kind(state.kind)].get(state.identity), left) for state in states)
    return ImportPlan(steps, tuple(scenarios))


@transaction.atomic
def apply_import(
    plan: ImportPlan,
    *,
    by: User | None,
    why: str = "",
    overwrite: bool = False,
    action: Change.Action = Change.Action.IMPORT,
) -> list[Change]:
    """Carries out a plan in one transaction, scenarios included, and returns the entries of history.

    Raises `ImportRefused` when the plan has conflicts and `overwrite` is not given, and when a row was changed,
    made or deleted since the plan was drawn up; then nothing is written.
    """
    conflicts = plan.of(Outcome.CONFLICT)
    if conflicts and not overwrite:
        raise ImportRefused("the catalog was changed after the document was exported", conflicts)
    _refuse_outdated(plan)
    written = plan.of(Outcome.CREATE, Outcome.CHANGE, Outcome.CONFLICT)
    rows = {
        model.kind: _write(model, [step for step in written if step.kind == model.kind]) for model in SECTIONS.values()
    }
    for kind, steps in rows.items():
        for links in LINKS[kind]:
            _write_links(links, steps)
    scenario_store().take(plan.scenarios, by)
    entries = [record([row for row, _ in steps], by=by, why=why, action=action) for steps in rows.values()]
    return [entry for group in entries for entry in group if entry is not None]


def _has_lists(document: Any) -> bool:
    return isinstance(document, dict) and all(isinstance(document.get(section, []), list) for section in SECTIONS)


def _rows(kind: Kind) -> dict[str, tuple[int, str | None]]:
    model = MODEL_OF[kind]
    rows = model._default_manager.values_list(model.identity_field, "version", "fragment")
    return {identity: (version, digest) for identity, version, digest in rows}


def _states_left(states: Sequence[Fragment]) -> set[tuple[str, str, str]]:
    """Which of these states (kind, identity, digest) their objects had before and have left."""
    left: set[tuple[str, str, str]] = set()
    for start in range(0, len(states), BATCH):
        past = Change.objects.filter(before__in=[state.digest for state in states[start : start + BATCH]])
        left.update(past.values_list("kind", "identity", "before"))
    return left


def _step(state: Fragment, row: tuple[int, str | None] | None, left: set[tuple[str, str, str]]) -> Step:
    version, digest = row or (None, None)
    if version is None:
        outcome = Outcome.CREATE
    elif digest == state.digest:
        outcome = Outcome.UNCHANGED
    elif (state.kind, state.identity, state.digest) in left:
        outcome = Outcome.CONFLICT
    else:
        outcome = Outcome.CHANGE
    return Step(Kind(state.kind), state.identity, outcome, json.loads(state.text), version)


def _refuse_outdated(plan: ImportPlan) -> None:
    versions = {kind: dict(_locked(kind)) for kind in MODEL_OF}
    outdated = [step for step in plan.steps if versions[step.kind].get(step.identity) != step.version]
    if outdated:
        raise ImportRefused("the catalog was changed since the plan was drawn up; plan again", outdated)


def _locked(kind: Kind) -> Iterable[tuple[str, int]]:
    """Every row, locked in the order of keys, so that of two imports one waits for the other and none for both."""
    model = MODEL_OF[kind]
    locked = model._default_manager.order_by("pk").select_for_update()
    rows: Iterable[tuple[str, int]] = locked.values_list(model.identity_field, "version")
    return rows


def _write(model: type[CatalogObject], steps: Sequence[Step]) -> list[tuple[CatalogObject, Step]]:
    there = {row.identity: row for row in model._default_manager.all()} if steps else {}
    filled = [(there.get(step.identity) or model(), step) for step in steps]
    for row, step in filled:
        row.fill(step.members)
    model._default_manager.bulk_create([row for row, _ in filled if row.pk is None], batch_size=BATCH)
    known = [row for row, step in filled if step.version is not None]
    update_columns(known, model.columns)
    return filled


def _write_links(links: Links, steps: Sequence[tuple[CatalogObject, Step]]) -> None:
    if not steps:
        return
    rows = [row for row, _ in steps]
    for start in range(0, len(rows), BATCH):
        links.model._default_manager.filter(**{f"{links.source}__in": rows[start : start + BATCH]}).delete()
    keys = identities(links.target_model)
    gone = [step for _, step in steps if not keys.keys() >= set(step.members.get(links.member, []))]
    if gone:
        raise ImportRefused("what these refer to was deleted since the plan was drawn up; plan again", gone)
    links.model._default_manager.bulk_create(
        (
            links.model(**{links.source: row, f"{links.target}_id": keys[identity], "position": position})
            for row, step in steps
            for position, identity in enumerate(step.members.get(links.member, []))
        ),
        batch_size=BATCH,
    )
