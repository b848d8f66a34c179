"""Environments, releases, what was live where, and the keys of programs."""

from .environments import Environment
from .keys import APIKey
from .publications import Publication
from .releases import Release, ReleaseFragment

__all__ = ["APIKey", "Environment", "Publication", "Release", "ReleaseFragment"]
