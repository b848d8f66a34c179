"""The one loop of a process: shared, restarted after a fork, deaf to blocking itself."""

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest

from tests.execution.calling import USER, Bench, asks, call
from toolgroups_admin.execution import tool
from toolgroups_admin.execution.background import BACKGROUND, BackgroundLoop


async def thread_name() -> str:
    return threading.current_thread().name


def test_all_callers_share_one_loop() -> None:
    assert BACKGROUND.run(thread_name) == asyncio.run(BACKGROUND.arun(thread_name)) == "tools"


def test_a_coroutine_of_a_tool_may_call_tools_and_never_waits_for_itself() -> None:
    @tool
    async def inner() -> str:
        return await thread_name()

    @tool
    async def outer() -> str:
        [result] = (await bench.manager.aexecute([USER], asks(call("inner")), bench.tools)).results
        return result.text

    @tool
    async def blocking() -> str:
        return bench.texts(call("inner"))[0]

    bench = Bench(inner, outer, blocking)

    assert bench.texts(call("outer")) == ["tools"]
    assert asyncio.run(bench.manager.aexecute([USER], asks(call("inner")), bench.tools)).results[0].text == "MainThread"
    assert "must await" in bench.texts(call("blocking"))[0]


def test_a_caller_that_is_cancelled_cancels_its_work_in_either_loop() -> None:
    began, ended = threading.Semaphore(0), threading.Semaphore(0)

    @tool
    async def endless() -> None:
        began.release()
        try:
            await asyncio.sleep(60)
        finally:
            ended.release()

    async def given_up() -> None:
        bench = Bench(endless)
        for work in (
            bench.manager.aexecute([USER], asks(call("endless")), bench.tools),
            BACKGROUND.arun(endless),
        ):
            task = asyncio.create_task(work)
            assert await asyncio.to_thread(began.acquire, timeout=10)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(given_up())

    assert ended.acquire(timeout=10)
    assert ended.acquire(timeout=10)


def test_a_loop_that_is_stopped_closes_what_it_keeps_and_starts_again() -> None:
    loop, closed = BackgroundLoop(), []

    async def opened() -> str:
        async def close() -> None:
            closed.append("closed")

        loop.at_stop(close)
        return await thread_name()

    loop.run(opened)
    loop.stop()
    loop.stop()
    again = loop.run(thread_name)
    loop.stop()

    assert (closed, again) == (["closed"], "tools")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_a_loop_of_its_own() -> None:
    """Web servers and workers for tasks fork; the thread stays behind."""
    BACKGROUND.run(thread_name)
    read, write = os.pipe()

    child = os.fork()
    if child == 0:  # pragma: no cover - another process
        answer: Any = b"failed"
        try:
            answer = BACKGROUND.run(thread_name).encode()
        finally:
            os.write(write, answer)
            os._exit(0)
    os.waitpid(child, 0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        assert pipe.read() == b"tools"


REQUEST: ContextVar[str] = ContextVar("request", default="none")


def test_tools_know_the_request_of_their_caller_and_run_within_what_is_around() -> None:
    """So that their log lines bear its id, and nothing is left in a thread."""
    seen = []

    @contextmanager
    def around() -> Iterator[None]:
        seen.append("before")
        yield
        seen.append("after")

    @tool
    def in_thread() -> str:
        seen.append("within")
        return REQUEST.get()

    @tool
    async def in_loop() -> str:
        return REQUEST.get()

    REQUEST.set("r-1")
    bench = Bench(in_thread, in_loop, around=around)

    assert bench.texts(call("in_thread"), call("in_loop")) == ["r-1", "r-1"]
    assert seen == ["before", "within", "after"]
