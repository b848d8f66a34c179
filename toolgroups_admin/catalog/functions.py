"""The tools that the code of this installation brings along: found once, by the setting and by entry points."""

from functools import lru_cache

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from toolgroups_admin.execution import DiscoveryFailed, Functions, discovered


def configured_functions() -> Functions:
    """What `TOOLGROUPS_TOOLS` names and packages bring along; raises `ImproperlyConfigured` with what cannot be used."""
    return _found(tuple(settings.TOOLGROUPS_TOOLS))


@lru_cache(maxsize=4)
def _found(names: tuple[str, ...]) -> Functions:
    try:
        return discovered(names)
    except DiscoveryFailed as failed:
        raise ImproperlyConfigured(f"TOOLGROUPS_TOOLS: {failed}") from failed
