"""What rooms above say about the catalog: filled by them when the process starts."""

from collections.abc import Callable

from .models import Kind

PublishedCheck = Callable[[Kind, str], bool]

_published_checks: list[PublishedCheck] = []


def register_published_check(check: PublishedCheck) -> None:
    """Has `check(kind, identity)` asked whether an object was ever published, so that its identity is fixed."""
    _published_checks.append(check)


def withdraw_published_check(check: PublishedCheck) -> None:
    """No longer asks `check`."""
    _published_checks.remove(check)


def is_published(kind: Kind, identity: str) -> bool:
    """True when some room says that the object was published."""
    return any(check(kind, identity) for check in _published_checks)
