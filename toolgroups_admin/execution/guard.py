"""The guard for outgoing calls: a name is resolved once, each address checked, and exactly that address connected to."""

import socket
from collections.abc import Callable, Iterable, Sequence

import anyio
import anyio.to_thread
import httpcore2
import httpx2

from .addresses import address_of
from .allowing import AllowList

Resolve = Callable[[str, int], Sequence[str]]


class AddressRefused(httpx2.TransportError):
    """The address may not be called. One text for every reason, so that it tells nothing of what lives there."""

    def __init__(self) -> None:
        super().__init__(
            "This address may not be called from here; an administrator can allow it on the environment's page"
        )


def resolve_name(host: str, port: int) -> list[str]:
    """The addresses of a host, each once, in the system's order; none when it has no address."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(str(place[4][0]) for place in found))


def permitted(allow: AllowList, host: str, port: int, addresses: Iterable[str]) -> list[str]:
    """The addresses in one spelling. Raises `AddressRefused` when there is none, or one that may not be called."""
    checked = []
    for text in addresses:
        address = address_of(text)
        if address is None or not allow.permits(host, port, address):
            raise AddressRefused
        checked.append(str(address))
    if not checked:
        raise AddressRefused
    return checked


class GuardedBackend(httpcore2.NetworkBackend):
    """Connects to checked addresses only."""

    def __init__(self, allow: AllowList, resolve: Resolve) -> None:
        self._allow, self._resolve, self._inner = allow, resolve, httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        *others, last = permitted(self._allow, host, port, self._resolve(host, port))
        for address in others:
            try:
                return self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return self._inner.connect_tcp(last, port, timeout, local_address, socket_options)

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        raise AddressRefused


class AsyncGuardedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to checked addresses only; a name is resolved in a thread, within the time for connecting."""

    def __init__(self, allow: AllowList, resolve: Resolve) -> None:
        self._allow, self._resolve, self._inner = allow, resolve, httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        *others, last = permitted(self._allow, host, port, await self._addresses(host, port, timeout))
        for address in others:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return await self._inner.connect_tcp(last, port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        raise AddressRefused

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)

    async def _addresses(self, host: str, port: int, timeout: float | None) -> Sequence[str]:
        if address_of(host) is not None:
            return [host]
        try:
            with anyio.fail_after(timeout):
                return await anyio.to_thread.run_sync(self._resolve, host, port, abandon_on_cancel=True)
        except TimeoutError:
            raise AddressRefused from None
