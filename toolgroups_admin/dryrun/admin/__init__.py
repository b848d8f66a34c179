"""Kept dry runs and scenarios in the admin."""

from .kept import DryRunAdmin
from .scenarios import ScenarioAdmin

__all__ = ["DryRunAdmin", "ScenarioAdmin"]
