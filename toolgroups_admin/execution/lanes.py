"""Many requests at once over one client: in lanes of a few connections each."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final

import httpx2

# A pool of connections looks through all that it has at the start and at the end of each request, so that requests over
# one large pool cost the more the more of them there are.
WIDTH: Final = 4


@dataclass(slots=True)
class _Lane:
    transport: httpx2.AsyncBaseTransport
    busy: int = 0


class AsyncLanes(httpx2.AsyncBaseTransport):
    """Sends each request by the first lane that has room, so that few requests share few connections; opens lanes as needed.

    When all lanes that there may be are full, a request waits in the emptiest, no longer than its time for that.
    """

    def __init__(self, opened: Callable[[], httpx2.AsyncBaseTransport], *, most: int) -> None:
        self._opened, self._most = opened, most
        self._lanes: list[_Lane] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        lane = self._with_room()
        lane.busy += 1
        try:
            response = await lane.transport.handle_async_request(request)
        except BaseException:
            lane.busy -= 1
            raise
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Used(response.stream, lane)
        return response

    async def aclose(self) -> None:
        """Closes all lanes."""
        for lane in self._lanes:
            await lane.transport.aclose()

    def _with_room(self) -> _Lane:
        for lane in self._lanes:
            if lane.busy < WIDTH:
                return lane
        if len(self._lanes) < self._most:
            self._lanes.append(_Lane(self._opened()))
            return self._lanes[-1]
        return min(self._lanes, key=lambda lane: lane.busy)


class _Used(httpx2.AsyncByteStream):
    """A body that gives its place in the lane back when it is closed."""

    def __init__(self, body: httpx2.AsyncByteStream, lane: _Lane) -> None:
        self._body, self._lane, self._is_open = body, lane, True

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._body:
            yield piece

    async def aclose(self) -> None:
        if self._is_open:
            self._is_open = False
            self._lane.busy -= 1
        await self._body.aclose()
