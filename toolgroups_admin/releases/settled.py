"""Values made from the settings once, because reading Django's settings costs a request more than one would think."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from django.core.signals import setting_changed

Made = TypeVar("Made")


def settled(make: Callable[[], Made]) -> Callable[[], Made]:
    """The function with its value kept; a test that overrides any setting has it made anew."""
    kept = lru_cache(maxsize=1)(make)

    def forget(**changed: Any) -> None:
        kept.cache_clear()

    setting_changed.connect(forget, weak=False)
    return kept
