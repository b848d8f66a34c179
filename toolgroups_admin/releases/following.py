"""Following what is published: looks when woken and twice a second, compiles aside, swaps by one assignment."""

import gc
import logging
import threading
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from toolgroups_admin.engine import Catalog, IncrementalCompiler

from . import disk, loading
from .fault_reports import report_faults
from .loading import Pointer
from .state import LiveRelease, Problem, State
from .uses import Uses
from .waking import Waking

log = logging.getLogger(__name__)

FIRST_LOAD_SECONDS = 10.0
WRITE_USES_SECONDS = 30.0
LEAST_REST = 0.2  # of the time between two looks, also where looking takes as long
LONGEST_DETAIL = 300


class Following:
    """The state of one process and the thread that replaces it."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._seen: tuple[Any, ...] | None = None
        self._failed: dict[int, Problem] = {}
        self._kept = True
        self.uses = Uses()
        self.looked_at: datetime | None = None
        self._thread: threading.Thread | None = None
        self._waking: Waking | None = None
        self._fresh_locks()

    @property
    def redis_error(self) -> str | None:
        """Why nobody wakes this process; None when somebody does, or is not meant to."""
        return self._waking.error if self._waking is not None else None

    def current(self) -> State:
        """The state; the first call loads it, from the database or else from disk."""
        state = self._state
        return state if state is not None else self._first()

    def refresh(self) -> State:
        """Looks once; what cannot be read or compiled leaves the last good state in place."""
        with self._looking:
            try:
                self._refresh(self._state or State())
            except DatabaseError as error:
                self._state = self._without_database(_in_brief(error))
            self._loaded.set()
            return self._state or State()

    def start(self) -> None:
        """Begins to follow, unless LIVE_POLL_SECONDS is 0, and returns when there is a state."""
        if settings.LIVE_POLL_SECONDS:
            self._follow()
        self.current()

    def stop(self) -> None:
        """Ends the thread; the state stays."""
        self._stopping.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._waking is not None:
            self._waking.stop()
            self._waking = None

    def forget(self) -> None:
        """Ends the thread and drops the state."""
        self.stop()
        self._state = self._seen = self.looked_at = None
        self._failed = {}
        self._fresh_locks()

    def after_fork(self) -> None:
        """In a child process: the threads stayed with the parent, and locks are as somebody else left them."""
        followed = self._thread is not None
        self._thread = self._waking = None
        self._fresh_locks()
        if followed:
            self._follow()

    def _fresh_locks(self) -> None:
        self._starting, self._looking = threading.Lock(), threading.Lock()
        self._stopping, self._woken = threading.Event(), threading.Event()
        self._loaded = threading.Event()
        self._compiler = IncrementalCompiler()  # which has a lock, too

    def _first(self) -> State:
        if not settings.LIVE_POLL_SECONDS:
            return self.refresh()
        self._follow()
        if not self._loaded.wait(FIRST_LOAD_SECONDS) and self._state is None:
            self._state = self._without_database(f"no answer within {FIRST_LOAD_SECONDS:.0f} s")
        return self._state or State()

    def _follow(self) -> None:
        with self._starting:
            if self._thread is None:
                self._stopping.clear()
                self._waking = Waking(settings.REDIS_URL, self._woken) if settings.REDIS_URL else None
                self._thread = threading.Thread(target=self._run, name="live-releases", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        _be_impatient()
        written_at = begun = monotonic()
        self._look_and_freeze()
        while not self._rest(begun):
            begun = monotonic()
            self._look_and_freeze()
            if monotonic() - written_at > WRITE_USES_SECONDS:
                self._write_uses()
                written_at = monotonic()
        self._write_uses()
        connection.close()

    def _rest(self, begun: float) -> bool:
        """Until it is time to look, counted from the last look, or somebody wakes us; whether it is time to end."""
        every = settings.LIVE_POLL_SECONDS
        self._woken.wait(max(begun + every - monotonic(), every * LEAST_REST))
        self._woken.clear()
        return self._stopping.is_set()

    def _write_uses(self) -> None:
        try:
            self.uses.write()
        except DatabaseError as error:
            log.warning("the last uses of keys could not be written: %s", _in_brief(error))
        except Exception:
            log.exception("the last uses of keys could not be written; following goes on")

    def _look_and_freeze(self) -> None:
        """What was compiled lives long and holds no circles, so no collection need look at it.

        What is frozen is never collected: so circles that nobody needs go first, which costs little as long as most
        is frozen already.
        """
        before = _compiled_in(self._state)
        self._look_twice()
        if _compiled_in(self._state) - before:
            gc.collect()
            gc.freeze()

    def _look_twice(self) -> None:
        """A connection that the server has dropped is no news: one more try on a new one."""
        try:
            for _ in range(2):
                if self.refresh().database_error is None:
                    return
                connection.close()
        except Exception:
            log.exception("looking for new releases failed; the last good state stays")
        self._loaded.set()

    def _refresh(self, before: State) -> None:
        self._state, pointers = self._look(before)
        self.looked_at = datetime.now(UTC)
        self._loaded.set()  # what follows no request waits for
        if not (self._kept and self._state is before):
            self._state = self._keep(self._state, pointers)

    def _look(self, before: State) -> tuple[State, tuple[Pointer, ...]]:
        pointers = loading.pointers()
        switches = loading.switches()
        seen = (pointers, switches, loading.keys_stamp())
        if seen == self._seen and before.database_error is None:
            return before, pointers
        keys = loading.keys()
        releases, problems = self._releases(pointers, before)
        switched = {name: it.with_switches(switches.get(name, frozenset())) for name, it in releases.items()}
        self._seen = seen
        report_faults(problem for problem in problems if problem not in before.problems)
        after = State(releases=switched, keys=keys, problems=problems, disk_error=before.disk_error, source="database")
        return after, pointers

    def _releases(
        self, pointers: tuple[Pointer, ...], before: State
    ) -> tuple[dict[str, LiveRelease], tuple[Problem, ...]]:
        """What answers in each environment: its release, or the last good one when that does not compile."""
        known = {release.digest: release.catalog for release in before.releases.values()}
        releases: dict[str, LiveRelease] = {}
        problems: list[Problem] = []
        for pointer in pointers:
            found = self._release(pointer, known)
            if isinstance(found, LiveRelease):
                releases[pointer.environment] = found
                known[found.digest] = found.catalog
            else:
                problems.append(found)
                if pointer.environment in before.releases:
                    releases[pointer.environment] = before.releases[pointer.environment]
        return releases, tuple(problems)

    def _release(self, pointer: Pointer, known: dict[str, Any]) -> LiveRelease | Problem:
        if pointer.digest in known:
            catalog = known[pointer.digest]
            return LiveRelease(pointer.environment, pointer.number, pointer.digest, catalog, pointer.published_at)
        if pointer.release in self._failed:
            return replace(self._failed[pointer.release], environment=pointer.environment)
        found = loading.compiled(
            pointer.environment,
            pointer.number,
            pointer.digest,
            partial(loading.catalog_of, pointer, self._compiler),
            published_at=pointer.published_at,
        )
        if isinstance(found, Problem):
            log.error("release %s is not taken over in %s: %s", found.number, found.environment, found.detail)
            if found.code != "unreadable":
                self._failed[pointer.release] = found
        return found

    def _keep(self, state: State, pointers: tuple[Pointer, ...]) -> State:
        """Keeps on disk what answers already; the state says when that fails. One process at a time: the others try later."""
        path = Path(settings.STATE_FILE)
        disk_error = None
        try:
            with disk.alone(path) as alone:
                self._kept = alone
                if alone:
                    _keep_documents(path, state, pointers)
                    disk.keep_state(path, state.releases.values(), state.keys)
        except OSError as error:
            log.warning("the state could not be kept on disk: %s", error)
            disk_error = _in_brief(error)
        return state if state.disk_error == disk_error else replace(state, disk_error=disk_error)

    def _without_database(self, why: str) -> State:
        if self._state is not None:
            return self._state if self._state.database_error == why else replace(self._state, database_error=why)
        log.warning("the database cannot be read (%s); starting from the state on disk", why)
        try:
            return replace(disk.load(Path(settings.STATE_FILE)), database_error=why)
        except disk.NoState as nothing:
            return State(database_error=why, disk_error=_in_brief(nothing))


def _compiled_in(state: State | None) -> set[Catalog]:
    return {release.catalog for release in state.releases.values()} if state is not None else set()


def _keep_documents(path: Path, state: State, pointers: tuple[Pointer, ...]) -> None:
    for pointer in pointers:
        live = state.releases.get(pointer.environment)
        if live and live.digest == pointer.digest and not disk.holds(path, pointer.digest):
            disk.keep_document(path, pointer.digest, loading.document_of(pointer))


def _in_brief(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:LONGEST_DETAIL]


def _be_impatient() -> None:
    """This thread's own connection gives up early; the pages' connections keep their settings."""
    options = dict(connection.settings_dict.get("OPTIONS") or {})
    if connection.vendor == "postgresql":
        options |= {"connect_timeout": 2, "tcp_user_timeout": 3000}
        options["options"] = f"{options.get('options', '')} -c statement_timeout=10000".strip()
    else:
        options["timeout"] = 2
    connection.settings_dict = {**connection.settings_dict, "OPTIONS": options}
