"""Lanes: requests at once spread over small pools, and come back to the first of them when there are few."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx2
import pytest

from toolgroups_admin.execution.lanes import WIDTH, AsyncLanes


class Body(httpx2.AsyncByteStream):
    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield b"done"


class Lane(httpx2.AsyncBaseTransport):
    """Answers every request, but one for /broken."""

    def __init__(self) -> None:
        self.asked = 0
        self.is_closed = False

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.asked += 1
        if request.url.path == "/broken":
            raise httpx2.ConnectError("away")
        return httpx2.Response(200, stream=Body())

    async def aclose(self) -> None:
        self.is_closed = True


def with_lanes(most: int, use: Callable[[httpx2.AsyncClient], Awaitable[None]]) -> list[Lane]:
    """The lanes that were opened while a client was used."""
    opened: list[Lane] = []

    def another() -> Lane:
        opened.append(Lane())
        return opened[-1]

    async def used() -> None:
        async with httpx2.AsyncClient(transport=AsyncLanes(another, most=most)) as client:
            await use(client)

    asyncio.run(used())
    return opened


async def kept_open(client: httpx2.AsyncClient, number: int) -> list[httpx2.Response]:
    """So many answers whose bodies are not read yet."""
    request = client.build_request("GET", "https://a.example/")
    return [await client.send(request, stream=True) for _ in range(number)]


def test_one_request_after_the_other_stays_in_one_lane() -> None:
    async def use(client: httpx2.AsyncClient) -> None:
        for _ in range(3 * WIDTH):
            await client.get("https://a.example/")

    [lane] = with_lanes(9, use)

    assert lane.asked == 3 * WIDTH


def test_what_finds_no_room_opens_another_lane_and_room_is_used_again() -> None:
    async def use(client: httpx2.AsyncClient) -> None:
        first, *_others = await kept_open(client, WIDTH + 1)
        await first.aread()
        await client.get("https://a.example/")

    assert [lane.asked for lane in with_lanes(9, use)] == [WIDTH + 1, 1]


def test_there_are_no_more_lanes_than_there_may_be() -> None:
    async def use(client: httpx2.AsyncClient) -> None:
        await kept_open(client, 3 * WIDTH)

    assert [lane.asked for lane in with_lanes(2, use)] == [6, 6]


def test_a_request_that_fails_leaves_its_place_to_others() -> None:
    async def use(client: httpx2.AsyncClient) -> None:
        for _ in range(WIDTH):
            with pytest.raises(httpx2.ConnectError):
                await client.get("https://a.example/broken")
        await client.get("https://a.example/")

    assert len(with_lanes(9, use)) == 1


def test_all_lanes_are_closed_with_the_client() -> None:
    async def use(client: httpx2.AsyncClient) -> None:
        await kept_open(client, 2 * WIDTH)

    assert [lane.is_closed for lane in with_lanes(9, use)] == [True, True]
