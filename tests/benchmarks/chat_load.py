"""A model that takes 50 ms, and callers who chat: both in one event loop, as cheap as can be, beside what is measured."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from tests.benchmarks.chat_corpus import question, said

MODEL_SECONDS: Final = 0.05
AT_ONCE: Final = 200


class Model(asyncio.Protocol):
    """Answers each request of a line after 50 ms; `asked` counts those of all lines."""

    asked = 0
    lines: ClassVar[set[asyncio.Transport]] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._seen = transport, b""
        self.lines.add(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.lines.discard(self._transport)

    def data_received(self, data: bytes) -> None:
        self._seen += data
        head, found, rest = self._seen.partition(b"\r\n\r\n")
        if found and len(rest) >= _length(head):
            self._seen = b""
            Model.asked += 1
            asyncio.get_running_loop().call_later(MODEL_SECONDS, self._answer, rest)

    def _answer(self, body: bytes) -> None:
        answer = said(body)
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(answer)}\r\n\r\n"
        self._transport.write(head.encode() + answer)


@asynccontextmanager
async def model_server() -> AsyncGenerator[str]:
    """The address of a running model."""
    server = await asyncio.get_running_loop().create_server(Model, "127.0.0.1", 0, backlog=1000)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for line in [*Model.lines]:
            line.close()
        while Model.lines:
            await asyncio.sleep(0)


@dataclass
class Callers:
    """Callers of a gateway, each with a line of its own that it keeps."""

    port: int
    token: str
    lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = field(default_factory=list)

    async def chat(self, number: int) -> float:
        """One chat to its end; how many seconds it took. Raises RuntimeError unless it was answered rightly."""
        reader, writer = self.lines.pop() if self.lines else await asyncio.open_connection("127.0.0.1", self.port)
        began = time.perf_counter()
        body = question(number)
        head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        answered = await reader.readuntil(b"\r\n\r\n")
        answer = await reader.readexactly(_length(answered))
        seconds = time.perf_counter() - began
        if b" 200 " not in answered[:20] or b"So it is." not in answer:
            raise RuntimeError(f"{answered.decode()}{answer.decode()}")
        self.lines.append((reader, writer))
        return seconds

    async def close(self) -> None:
        """Hangs up."""
        for _, writer in self.lines:
            writer.close()
            await writer.wait_closed()


Chat = Callable[[int], Coroutine[Any, Any, float]]


async def at_once(chat: Chat, chats: int) -> list[float]:
    """All chats begun in the same moment."""
    return list(await asyncio.gather(*(chat(number) for number in range(chats))))


async def at_pace(chat: Chat, chats: int, per_second: float) -> list[float]:
    """Chats begun one after the other at a pace, whether the earlier ones have ended or not."""
    began, running = time.perf_counter(), []
    for number in range(chats):
        await asyncio.sleep(max(0.0, began + number / per_second - time.perf_counter()))
        running.append(asyncio.ensure_future(chat(number)))
    return list(await asyncio.gather(*running))


def _length(head: bytes) -> int:
    _, _, after = head.lower().partition(b"content-length:")
    return int(after.split(b"\r\n", 1)[0] or 0)
