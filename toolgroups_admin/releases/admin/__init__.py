"""The releases in the admin."""

from . import (
    connections,
    contexts,
    deliveries,
    environments,
    keys,
    listeners,
    publications,
    releases,
    requests,
    switches,
)

__all__ = [
    "connections",
    "contexts",
    "deliveries",
    "environments",
    "keys",
    "listeners",
    "publications",
    "releases",
    "requests",
    "switches",
]
