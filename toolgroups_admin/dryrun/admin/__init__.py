"""Kept dry runs, scenarios and batches in the admin."""

from .batches import BatchAdmin
from .erasures import ErasureAdmin
from .kept import DryRunAdmin
from .scenario_changes import ScenarioChangeAdmin
from .scenarios import ScenarioAdmin

__all__ = ["BatchAdmin", "DryRunAdmin", "ErasureAdmin", "ScenarioAdmin", "ScenarioChangeAdmin"]
