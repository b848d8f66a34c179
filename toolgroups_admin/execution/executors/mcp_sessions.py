"""Sessions with MCP servers: opened when first needed, shared by all calls, closed when idle, replaced when lost."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Callable, Hashable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final

import anyio
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult

from ..background import BackgroundLoop
from ..commands import StdioCommand

OPENING_SECONDS: Final = 30.0
IDLE_SECONDS: Final = 300.0

Transport = AbstractAsyncContextManager[Any]
Open = Callable[[], Transport]


@asynccontextmanager
async def running(command: StdioCommand) -> AsyncGenerator[Any]:
    """The transport to a command, which runs meanwhile; what it prints about its work is thrown away: it may hold values."""
    server = StdioServerParameters(
        command=command.command, args=[*command.arguments], env=dict(command.environment) or None
    )
    with open(os.devnull, "w") as nowhere:
        async with stdio_client(server, errlog=nowhere) as streams:
            yield streams


class Session:
    """One session, kept by a task of its own, since a session must be closed by the task that opened it."""

    def __init__(self, opened: Open) -> None:
        self._opened = opened
        self._client: Client | None = None
        self._ready, self._over = anyio.Event(), anyio.Event()
        self._used = time.monotonic()
        self._calls, self._unused = 0, anyio.Event()
        self.error: Exception | None = None
        self.is_over = False

    async def keep(self) -> None:
        """Opens the session and keeps it until it is ended, idle or lost; never raises."""
        try:
            await self._kept()
        except Exception as error:  # noqa: BLE001 - whatever a server does ends its session, not the loop
            self.error = error
        finally:
            self._client, self.is_over = None, True
            self._ready.set()

    async def client(self) -> Client | None:
        """The client, as soon as it is there; None when the session could not be opened or is over."""
        await self._ready.wait()
        return self._client

    def end(self) -> None:
        """Lets the session go when the calls in it are over; the next call opens another."""
        self.is_over = True
        self._over.set()

    @asynccontextmanager
    async def in_use(self) -> AsyncGenerator[None]:
        """A session in use is not idle."""
        self._calls += 1
        try:
            yield
        finally:
            self._calls -= 1
            self._used = time.monotonic()
            if not self._calls:
                self._unused.set()
                self._unused = anyio.Event()

    async def _kept(self) -> None:
        client = Client(self._opened(), cache=None)
        with anyio.fail_after(OPENING_SECONDS) as opening:
            async with client:
                opening.deadline = float("inf")
                client.session.validate_tool_result = _accept  # type: ignore[method-assign]
                self._client = client
                self._ready.set()
                while not (self._over.is_set() or self._is_idle()):
                    with anyio.move_on_after(IDLE_SECONDS):
                        await self._over.wait()
                self.is_over = True
                while self._calls:
                    await self._unused.wait()

    def _is_idle(self) -> bool:
        return not self._calls and time.monotonic() - self._used > IDLE_SECONDS


async def _accept(name: str, result: CallToolResult) -> None:
    """Checks nothing: what a tool has done and answered is not lost because its server cannot list or describe it."""


class Sessions:
    """Sessions by what makes them the same."""

    def __init__(self, background: BackgroundLoop) -> None:
        self._background = background
        self._sessions: dict[Hashable, Session] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def session(self, identity: Hashable, opened: Open) -> Session:
        """A session that is not over; another loop, after a fork, has its own."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._sessions, self._loop = {}, loop
        for key in [key for key, known in self._sessions.items() if known.is_over]:
            del self._sessions[key]
        if identity not in self._sessions:
            self._sessions[identity] = session = Session(opened)
            self._background.spawn(session.keep)
        return self._sessions[identity]
