"""The guarded clients of a process, one for each origin, so that a service that hangs keeps no other waiting."""

import asyncio
from typing import Final

import httpx2

from .allowing import AllowList
from .background import BackgroundLoop
from .clients import async_guarded_client

TIMEOUT: Final = httpx2.Timeout(None, connect=10.0, pool=10.0)  # a call as a whole has a time-out of its own


class Clients:
    """Guarded clients by origin, opened when first needed and closed with the loop."""

    def __init__(self, allow: AllowList, background: BackgroundLoop) -> None:
        self._allow, self._background = allow, background
        self._clients: dict[tuple[str, str, int | None], httpx2.AsyncClient] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def client(self, url: httpx2.URL) -> httpx2.AsyncClient:
        """The client for this URL's origin. Another loop, after a fork, has clients of its own."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._clients, self._loop = {}, loop
        origin = (url.scheme, url.host, url.port)
        if origin not in self._clients:
            self._clients[origin] = client = self.fresh()
            self._background.at_stop(client.aclose)
        return self._clients[origin]

    def fresh(self) -> httpx2.AsyncClient:
        """A client of one's own, to be closed by who asked for it."""
        return async_guarded_client(self._allow, timeout=TIMEOUT)
