"""Environments, releases, what was live where, what is switched off, keys of programs, connections and tool contexts."""

from .connections import Connection
from .contexts import ToolContext
from .environments import Environment
from .keys import APIKey
from .publications import Publication
from .releases import Release, ReleaseFragment
from .switches import Switch

__all__ = [
    "APIKey",
    "Connection",
    "Environment",
    "Publication",
    "Release",
    "ReleaseFragment",
    "Switch",
    "ToolContext",
]
