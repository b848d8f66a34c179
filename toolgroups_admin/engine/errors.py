"""The errors that leave the engine."""

from collections.abc import Sequence
from typing import Any

from .faults import Fault


class EngineError(Exception):
    """The root of everything that the engine raises on purpose."""


class Invalid(EngineError):
    """Input that cannot be used; `faults` says everything that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class InvalidDocument(Invalid):
    """A document that does not compile."""


class InvalidContext(Invalid):
    """A chat context of the wrong shape."""


class UnknownName(EngineError):
    """A context names something that the catalog does not hold."""

    what = "object"

    def __init__(self, name: Any) -> None:
        self.name = name
        super().__init__(f"there is no {self.what} {name!r} in this catalog")


class UnknownPrompt(UnknownName):
    what = "prompt"


class UnknownTool(UnknownName):
    what = "tool"


class UnknownGroup(UnknownName):
    what = "group"


class InterceptorFailed(EngineError):
    """An interceptor raised or broke its contract, so the request fails (contract 10)."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        super().__init__(f"the interceptor {name!r} failed: {why}")
