"""The endpoint in processes of its own: the same bytes everywhere, without a database, and under a real server."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.api.doors import Json, key
from tests.releases.processes import ROOT, UNREACHABLE, output_of
from toolgroups_admin.engine import compile_catalog
from toolgroups_admin.releases import disk
from toolgroups_admin.releases.keys import digest_of
from toolgroups_admin.releases.live import LiveRelease

DEMO: Json = json.loads((ROOT / "toolgroups_admin" / "catalog" / "demo" / "document.json").read_bytes())
BODY = {
    "prompt": "customer-service",
    "account_id": "user-1001",
    "messages": [{"role": "user", "content": "帮我查询订单 AF20260001 的物流状态"}],
    "zebra": 1,
    "apple": 2,
}

TWENTY_ANSWERS = """
from tests.api.doors import post
from toolgroups_admin.wsgi import application
good, bad = json.loads(sys.argv[1])
for _ in range(20):
    answer = post(application, good, token="demo").json
    assert answer.pop("decision_id")
    print(json.dumps(answer, ensure_ascii=False))
print(post(application, bad, token="demo").body.decode())
"""


@pytest.fixture
def state_file(own_live_state: Path) -> Path:
    """A state on disk in which the demo is live in production, and the key `demo` opens it."""
    catalog = compile_catalog(DEMO)
    disk.keep_document(own_live_state, catalog.digest, DEMO)
    disk.keep_state(
        own_live_state,
        [LiveRelease("production", 1, catalog.digest, catalog)],
        {digest_of("demo"): key("resolve")},
    )
    return own_live_state


def test_twenty_answers_of_two_processes_are_the_same_bytes(state_file: Path) -> None:
    good = {name: value for name, value in BODY.items() if name not in ("zebra", "apple")}
    program = f"import sys; sys.argv[1:] = [{json.dumps(json.dumps([good, BODY]))}]\n" + TWENTY_ANSWERS

    lines = [
        output_of(program, database=UNREACHABLE, state_file=state_file, PYTHONHASHSEED=seed).splitlines()
        for seed in ("1", "2")
    ]

    assert len(lines[0]) == 21
    assert len(set(lines[0][:20])) == 1
    assert lines[0] == lines[1]


@pytest.fixture
def port(state_file: Path) -> Iterator[int]:
    """The port of a real server whose database cannot be reached."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = int(free.getsockname()[1])
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--port", str(number), "--log-level", "error"]
    environment = {
        "DATABASE_URL": UNREACHABLE,
        "STATE_FILE": str(state_file),
        "SECRET_KEY": "test",
        "ALLOWED_HOSTS": "127.0.0.1",
    }
    server = subprocess.Popen(
        [*command, "toolgroups_admin.wsgi:application"], cwd=ROOT, env={**os.environ, **environment}
    )
    try:
        _wait_for(number, server)
        yield number
    finally:
        server.terminate()
        server.wait(timeout=20)


def test_without_a_database_a_server_answers_from_disk_and_refuses_unknown_keys_at_once(port: int) -> None:
    body = json.dumps({name: value for name, value in BODY.items() if name not in ("zebra", "apple")}).encode()
    begun = time.monotonic()

    known = spoken(port, head("demo", f"Content-Length: {len(body)}") + body)
    unknown = spoken(port, head("nobody", f"Content-Length: {len(body)}") + body)
    ready = spoken(port, b"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    took = time.monotonic() - begun

    assert known.startswith(b"HTTP/1.1 200 ")
    assert unknown.startswith(b"HTTP/1.1 401 ")
    assert ready.startswith(b"HTTP/1.1 200 ")
    assert b'"degraded"' in ready
    assert took < 2


def test_a_server_reads_chunks_and_no_more_than_it_takes(port: int) -> None:
    small = b'{"prompt": "customer-service"}'
    large = b" " * (3 * 1024 * 1024)

    in_chunks = spoken(port, head("demo", "Transfer-Encoding: chunked") + chunks(small[:7], small[7:]))
    large_in_chunks = spoken(port, head("demo", "Transfer-Encoding: chunked") + chunks(*[large[:65536]] * 48))
    never_sent = spoken(port, head("demo", f"Content-Length: {len(large)}"))
    cut = spoken(port, head("demo", f"Content-Length: {len(small) - 1}") + small)

    assert in_chunks.startswith(b"HTTP/1.1 200 ")
    assert large_in_chunks.startswith(b"HTTP/1.1 413 ")
    assert never_sent.startswith(b"HTTP/1.1 413 ")
    assert cut.startswith(b"HTTP/1.1 400 ")
    assert b"malformed_json" in cut


def head(token: str, *headers: str) -> bytes:
    lines = [
        "POST /api/v1/resolve HTTP/1.1",
        "Host: 127.0.0.1",
        f"Authorization: Bearer {token}",
        "Content-Type: application/json",
        "Connection: close",
        *headers,
    ]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode()


def chunks(*parts: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (*parts, b""))


def spoken(port: int, said: bytes) -> bytes:
    """What the server answers until it closes the connection, perhaps before it has read all that was said."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        heard = b""
        with suppress(OSError):
            connection.sendall(said)
        with suppress(ConnectionError):
            while more := connection.recv(65536):
                heard += more
        return heard


def _wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        assert server.poll() is None, "the server ended"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")
