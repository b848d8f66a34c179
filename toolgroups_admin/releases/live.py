"""What this process answers from: one attribute read for a request, kept up to date by a thread of its own."""

import os
from datetime import UTC, datetime

from .following import Following
from .state import LiveKey, LiveRelease, Problem, State

__all__ = [
    "LiveKey",
    "LiveRelease",
    "Problem",
    "State",
    "current",
    "forget",
    "key_for",
    "looked_at",
    "note_use",
    "redis_error",
    "refresh",
    "start",
    "stop",
    "write_uses",
]

_following = Following()
os.register_at_fork(after_in_child=_following.after_fork)


def current() -> State:
    """The state to answer from. Never waits, but for the first call in a process, which loads it."""
    return _following.current()


def key_for(token: str) -> LiveKey | None:
    """The key of a token, unless it is unknown, revoked or expired; notes that it was used."""
    key = _following.current().key_for(token)
    if key is not None:
        note_use(key)
    return key


def note_use(key: LiveKey) -> None:
    """Remembers that a key was let in just now; written now and then, never with a request."""
    _following.uses.note(key.id, datetime.now(UTC))


def write_uses() -> None:
    """Writes what was noted: for tests; while a process follows, its thread does it."""
    _following.uses.write()


def refresh() -> State:
    """Looks for changes now, in this thread: for commands and tests."""
    return _following.refresh()


def looked_at() -> datetime | None:
    """When the database was last read well by this process."""
    return _following.looked_at


def redis_error() -> str | None:
    """Why Redis does not wake this process; None when it does, or is not used."""
    return _following.redis_error


def start() -> None:
    """Loads the state and follows changes from now on, unless LIVE_POLL_SECONDS is 0: for a server's start."""
    _following.start()


def stop() -> None:
    """Ends following changes; the state stays."""
    _following.stop()


def forget() -> None:
    """Ends following changes and drops the state, as before the first call."""
    _following.forget()
