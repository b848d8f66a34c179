"""Kept dry runs, scenarios and batches in the admin."""

from .batches import BatchAdmin
from .kept import DryRunAdmin
from .scenarios import ScenarioAdmin

__all__ = ["BatchAdmin", "DryRunAdmin", "ScenarioAdmin"]
