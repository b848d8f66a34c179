"""One thing that is wrong with an expression."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault before it has its path: `at` is the place in the source, in code points, None when nobody knows it."""

    code: str
    at: int | None
    template: str
    remedy: str
    params: Mapping[str, Any] = field(default_factory=dict)
