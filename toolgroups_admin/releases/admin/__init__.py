"""The releases in the admin."""

from . import connections, contexts, environments, keys, publications, releases, requests, switches

__all__ = ["connections", "contexts", "environments", "keys", "publications", "releases", "requests", "switches"]
