"""Circuit breakers: a destination that keeps failing is left alone for a while."""

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from .calls import ToolFailed


@dataclass(slots=True)
class _State:
    failures: int = 0
    open_until: float = 0.0
    is_probed: bool = False


class CircuitBreaker:
    """Counts failures in a row by destination. After `failures` of them calls are refused for `seconds`, then one may try."""

    def __init__(
        self, failures: int = 5, seconds: float = 30.0, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._failures, self._seconds, self._clock = failures, seconds, clock
        self._states: dict[Hashable, _State] = {}

    @contextmanager
    def around(self, destination: Hashable) -> Iterator[None]:
        """Refuses with `ToolFailed` while the destination is left alone; else counts how what is done here goes.

        A transient `ToolFailed` is a failure; any other answer shows that the destination lives. A call that is
        cancelled says nothing.
        """
        self._check(destination)
        try:
            yield
        except ToolFailed as error:
            if error.transient:
                self._failed(destination)
            else:
                self._states.pop(destination, None)
            raise
        except BaseException:
            if state := self._states.get(destination):
                state.is_probed = False
            raise
        self._states.pop(destination, None)

    def _check(self, destination: Hashable) -> None:
        state = self._states.get(destination)
        if state is None or state.failures < self._failures:
            return
        if self._clock() < state.open_until or state.is_probed:
            why = "The service behind this tool has failed several times and is left alone for a while"
            raise ToolFailed(why, "connection_failed")
        state.is_probed = True

    def _failed(self, destination: Hashable) -> None:
        state = self._states.setdefault(destination, _State())
        state.failures += 1
        state.is_probed = False
        state.open_until = self._clock() + self._seconds
