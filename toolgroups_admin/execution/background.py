"""The one event loop of a process in which tools are called: it keeps connections, whoever asks."""

import asyncio
import atexit
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import anyio
from anyio.abc import TaskGroup
from anyio.from_thread import BlockingPortal

Answer = TypeVar("Answer")
STOPPING_SECONDS = 5.0


class BackgroundLoop:
    """A loop in a thread of its own, started when first needed, and again in a process that was forked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._portal: BlockingPortal | None = None
        self._thread: threading.Thread | None = None
        self._tasks: TaskGroup | None = None
        self._closers: list[Callable[[], Awaitable[None]]] = []

    def run(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """What the coroutine answers, waited for. Raises RuntimeError from within the loop, which it would block."""
        if self._thread is threading.current_thread():
            raise RuntimeError("A tool that runs in the loop of the tools must await; it cannot wait for another call")
        return self._started().call(work)

    async def arun(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """The same for a coroutine in whatever loop; when that one is cancelled, the work is too."""
        if self._thread is threading.current_thread():
            return await work()
        future: Future[Answer] = self._started().start_task_soon(work)
        return await asyncio.wrap_future(future)

    def spawn(self, work: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
        """Starts a task that lives until it ends or the loop does, and must not raise; only from within the loop."""
        assert self._tasks is not None
        self._tasks.start_soon(work, *args)

    def at_stop(self, close: Callable[[], Awaitable[None]]) -> None:
        """Remembers what must be closed before the loop ends."""
        self._closers.append(close)

    def stop(self) -> None:
        """Closes everything and ends the loop; the next call starts another."""
        with self._lock:
            portal, thread = self._portal, self._thread
            self._portal = self._thread = None
        if portal is None or thread is None or not thread.is_alive():
            return
        with suppress(RuntimeError):  # it has just ended by itself
            portal.start_task_soon(partial(portal.stop, cancel_remaining=True))
        thread.join(STOPPING_SECONDS)

    def forget(self) -> None:
        """In a process that was forked: the thread was left behind, and perhaps holds the lock."""
        self._lock, self._portal, self._thread, self._tasks = threading.Lock(), None, None, None

    def _started(self) -> BlockingPortal:
        with self._lock:
            if self._portal is None or self._thread is None or not self._thread.is_alive():
                self._start()
            assert self._portal is not None
            return self._portal

    def _start(self) -> None:
        ready: Future[BlockingPortal] = Future()
        self._closers = []
        self._thread = threading.Thread(target=anyio.run, args=(self._live, ready), name="tools", daemon=True)
        self._thread.start()
        self._portal = ready.result()

    async def _live(self, ready: "Future[BlockingPortal]") -> None:
        try:
            async with BlockingPortal() as portal, anyio.create_task_group() as self._tasks:
                ready.set_result(portal)
                await portal.sleep_until_stopped()
                self._tasks.cancel_scope.cancel()
        finally:
            with anyio.CancelScope(shield=True):
                for close in self._closers:
                    await close()


BACKGROUND = BackgroundLoop()
atexit.register(BACKGROUND.stop)
os.register_at_fork(after_in_child=BACKGROUND.forget)
