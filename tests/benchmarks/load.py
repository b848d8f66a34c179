"""Asking a server as fast as plain Python can, for machines without `wrk`."""

import socket
import time
from dataclasses import dataclass
from itertools import cycle
from urllib.parse import urlsplit

CONNECTIONS = 8


@dataclass(frozen=True)
class Load:
    """How many requests were answered in how long, the 99th percentile in milliseconds, and how many failed."""

    requests: int
    seconds: float
    p99: float
    errors: int


def asked_by_python(address: str, bodies: list[bytes], token: str, seconds: float) -> Load:
    """POSTs the bodies in turn over a few connections, each waiting for its answer."""
    url = urlsplit(address)
    asked = cycle([_request(url.path, url.netloc, token, body) for body in bodies])
    connections = [socket.create_connection((url.hostname or "", url.port or 80)) for _ in range(CONNECTIONS)]
    took: list[float] = []
    errors = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        sent = []
        for connection in connections:
            connection.sendall(next(asked))
            sent.append(time.perf_counter())
        for connection, at in zip(connections, sent, strict=True):
            errors += not _answer(connection).startswith(b"HTTP/1.1 200 ")
            took.append(time.perf_counter() - at)
    for connection in connections:
        connection.close()
    return Load(len(took), time.perf_counter() - began, sorted(took)[len(took) * 99 // 100] * 1000, errors)


def _request(path: str, host: str, token: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def _answer(connection: socket.socket) -> bytes:
    data = connection.recv(65536)
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    [length] = [int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    while len(body) < length:
        body += connection.recv(65536)
    return head
