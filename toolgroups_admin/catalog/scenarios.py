"""The scenarios that stand in exports: kept by a room above, which says how when the process starts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import Fault

Entries = Sequence[Any]


@dataclass(frozen=True, slots=True)
class ScenarioStore:
    """How scenarios are written as a document has them, judged (paths below `$.scenarios`), and taken in.

    `take` returns how many it made or changed; it runs in the transaction of the import.
    """

    exported: Callable[[], list[dict[str, Any]]]
    faults: Callable[[Entries], Sequence[Fault]]
    take: Callable[[Entries, User | None], int]


NOWHERE = ScenarioStore(list, lambda entries: (), lambda entries, by: 0)
_stores: list[ScenarioStore] = []


def register_scenario_store(store: ScenarioStore) -> None:
    """Has exports and imports ask this store."""
    _stores[:] = [store]


def scenario_store() -> ScenarioStore:
    """The store that was registered; without one there are no scenarios and none are kept."""
    return _stores[0] if _stores else NOWHERE
