"""The releases in the admin."""

from . import environments, keys, publications, releases, requests, switches

__all__ = ["environments", "keys", "publications", "releases", "requests", "switches"]
