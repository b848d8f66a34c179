"""Keeping the catalog's tools in step with the functions that are tools in code."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from toolgroups_admin.execution import Functions

from .importing import ImportPlan, Outcome, apply_import, plan_import
from .mapping import objects_of
from .models import Change, Tool

OF_CODE = ("description", "parameters", "executor")


@dataclass(frozen=True, slots=True)
class SyncPlan:
    """What syncing would do. `differing` names the members that change, by key; the rest is only told.

    `taken` are keys of functions that a tool has which is run otherwise; `vanished` are tools whose function is gone.
    """

    plan: ImportPlan
    differing: Mapping[str, tuple[str, ...]]
    taken: tuple[str, ...]
    vanished: tuple[str, ...]

    @property
    def is_nothing(self) -> bool:
        return not self.plan.of(Outcome.CREATE, Outcome.CHANGE, Outcome.CONFLICT)


def plan_sync(functions: Functions, *, keep_descriptions: bool = False) -> SyncPlan:
    """What it takes to have the draft say what the code says; raises `InvalidDocument`.

    Code owns description, parameters and executor. It may make a tool sensitive, and never takes that away; all else is
    the editors', among it whether the tool of a vanished function goes.
    """
    rows = list(objects_of(Tool).values())
    by_function = {_function(row): row for row in rows if _function(row)}
    keys = {row["key"] for row in rows}
    wanted, differing, taken = [], {}, []
    for name, found in functions.items():
        row = by_function.get(name)
        if row is not None:
            owned = _owned(found.entry(), row, keep_descriptions=keep_descriptions)
            differing[row["key"]] = tuple(member for member, value in owned.items() if row[member] != value)
            wanted.append({**row, **owned})
        elif name in keys:
            taken.append(name)
        else:
            wanted.append(found.entry())
    plan = plan_import({"format": 1, "tools": wanted})
    return SyncPlan(plan, differing, tuple(taken), tuple(_vanished(rows, functions)))


def apply_sync(plan: SyncPlan) -> list[Change]:
    """Writes what was planned, in one transaction, and returns the entries of history; raises `ImportRefused`."""
    return apply_import(plan.plan, by=None, why="sync_tools", overwrite=True)


def _owned(entry: Mapping[str, Any], row: Mapping[str, Any], *, keep_descriptions: bool) -> dict[str, Any]:
    owned = {member: entry.get(member, "") for member in OF_CODE}
    if keep_descriptions and row["description"]:
        del owned["description"]
    return {**owned, "sensitive": row["sensitive"] or entry.get("sensitive", False)}


def _function(row: Mapping[str, Any]) -> str:
    executor = row["executor"]
    return str(executor["function"]) if executor["kind"] == "python" else ""


def _vanished(rows: Iterable[Mapping[str, Any]], functions: Functions) -> list[str]:
    return sorted(row["key"] for row in rows if _function(row) and _function(row) not in functions)
