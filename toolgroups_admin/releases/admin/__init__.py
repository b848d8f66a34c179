"""The releases in the admin."""

from . import environments, keys, publications, releases

__all__ = ["environments", "keys", "publications", "releases"]
