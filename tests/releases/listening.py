"""A program that receives webhooks over HTTP, and listeners of an environment."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from toolgroups_admin.releases.models import Environment, MailRecipient, Webhook
from toolgroups_admin.releases.models.sealed import seal

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Received(NamedTuple):
    """One request that came."""

    headers: Mapping[str, str]
    body: bytes


class Receiver:
    """What came so far, and what is answered next."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/hook"
        self.received: list[Received] = []
        self.status = 204
        self.drips = False


@contextmanager
def receiver() -> Iterator[Receiver]:
    """A server on loopback that answers with `status`, a redirect with one to itself."""

    closing = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            found.received.append(Received({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(found.status)
            if found.status == 302:
                self.send_header("location", found.address)
            self.send_header("content-length", "0")
            if found.drips:
                self.drip()
            self.end_headers()

        def drip(self) -> None:
            """One character after the other, for as long as somebody listens."""
            self.flush_headers()
            with suppress(OSError):
                while not closing.wait(0.02):
                    self.wfile.write(b"x")

        do_GET = do_POST  # noqa: N815 - a name of the standard library

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing to standard error."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found = Receiver(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield found
        finally:
            closing.set()
            server.shutdown()
            thread.join()


def webhook(environment: Environment, url: str = "https://hooks.example/in", **columns: Any) -> Webhook:
    return Webhook.objects.create(environment=environment, url=url, **{"secret": seal(SECRET), **columns})


def mailbox(environment: Environment, address: str = "ops@shop.example", **columns: Any) -> MailRecipient:
    return MailRecipient.objects.create(environment=environment, address=address, **{"language": "en", **columns})
