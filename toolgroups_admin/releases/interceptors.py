"""The interceptors that the settings name: functions in code around every resolving (contract 10)."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from toolgroups_admin.engine import Interceptor

from .settled import settled


@settled
def configured_interceptors() -> tuple[Interceptor, ...]:
    """What `TOOLGROUPS_INTERCEPTORS` names by dotted paths, loaded once; raises `ImproperlyConfigured`.

    A path leads to an `Interceptor`, or to a function, which gets the path as its name and order 0.
    """
    return tuple(map(_interceptor, settings.TOOLGROUPS_INTERCEPTORS))


def _interceptor(path: str) -> Interceptor:
    try:
        found = import_string(path)
    except ImportError as error:
        raise ImproperlyConfigured(f"TOOLGROUPS_INTERCEPTORS: {path!r} cannot be imported: {error}") from error
    if isinstance(found, Interceptor):
        return found
    if not callable(found):
        raise ImproperlyConfigured(f"TOOLGROUPS_INTERCEPTORS: {path!r} is neither an Interceptor nor a function")
    return Interceptor(path, found)
