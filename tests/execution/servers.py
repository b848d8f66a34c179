"""A small HTTP server that answers as it is told and remembers what it was asked."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request as it came in."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Says:
    """One answer."""

    body: Any = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def octets(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


@dataclass
class Destination:
    """A running server."""

    port: int
    asked: list[Asked] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def allowed(self) -> str:
        return f"localhost:{self.port}"


def redirect(to: str, status: int = 302) -> Says:
    return Says(status=status, headers={"Location": to})


@contextmanager
def serving(answer: Callable[[Asked], Says]) -> Iterator[Destination]:
    """A server on a free port of 127.0.0.1, gone at the end."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            asked = Asked(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
            destination.asked.append(asked)
            said = answer(asked)
            self.send_response(said.status)
            for name, value in said.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(said.octets)))
            self.end_headers()
            self.wfile.write(said.octets)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815

        def log_message(self, *args: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    destination = Destination(server.server_port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield destination
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
