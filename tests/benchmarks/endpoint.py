"""The resolve endpoint over HTTP, against an empty Django view on the same server, in one run.

One granian worker serves 1,000 groups from memory; `wrk` asks it with 200 different messages over 8 connections, or a
loop in Python where there is no `wrk`. The three addresses take turns, and medians count.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.benchmarks.engine import Figure, bench
from tests.benchmarks.load import Load, asked_by_python

PATHS = {"empty": "/empty", "front": "/api/v1/resolve", "view": "/view"}
TOKEN = "tga_production_" + "t" * 43
SCRIPT = Path(__file__).with_name("load.lua")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Measured:
    """What one address did in one turn."""

    rate: float
    cpu: float  # microseconds of the server's processes for each request
    p99: float  # milliseconds


def endpoint_figures() -> list[Figure]:
    """Rates, and their ratios to the empty view's."""
    return _figures(_measured(tuple(PATHS), turns=5, seconds=3))


def endpoint_ratio() -> list[Figure]:
    """What the front costs the server, against an empty view, in a few seconds."""
    measured = _measured(("empty", "front"), turns=2, seconds=1)
    return [_in_cpu_time({name: min(each.cpu for each in turns) for name, turns in measured.items()})]


def _measured(names: Sequence[str], *, turns: int, seconds: int) -> dict[str, list[Measured]]:
    """What each address did, after a turn to warm up."""
    with tempfile.TemporaryDirectory() as folder, serving() as (port, server):
        bodies = Path(folder) / "bodies.jsonl"
        bodies.write_text("".join(f"{body}\n" for body in _bodies()))
        measured: dict[str, list[Measured]] = {name: [] for name in names}
        for turn in range(turns + 1):
            for name in names:
                result = _measure(f"http://127.0.0.1:{port}{PATHS[name]}", bodies, seconds if turn else 1, server)
                if turn:
                    measured[name].append(result)
    return measured


@contextmanager
def serving() -> Iterator[tuple[int, int]]:
    """A server on a free port, and the id of its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", "1", "--blocking-threads", "1"]
    command += ["--port", str(port), "--no-ws", "--log-level", "error", "tests.benchmarks.serving:application"]
    server = subprocess.Popen(command, env={**os.environ, "SECRET_KEY": "bench"})
    try:
        wait_for(port, server)
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=20)


def wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    """Waits until a server listens there; raises RuntimeError when it does not start."""
    until = time.monotonic() + 60
    while time.monotonic() < until and server.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the benchmark's server did not start")


def _bodies() -> list[str]:
    return [
        json.dumps(
            {
                "prompt": context.prompt,
                "account_id": context.account_id,
                "attributes": context.attributes,
                "messages": [dict(message) for message in context.messages],
            },
            ensure_ascii=False,
        )
        for context in bench(1_000).contexts
    ]


def _measure(address: str, bodies: Path, seconds: int, server: int) -> Measured:
    before = cpu_seconds(server)
    load = (
        _asked_by_wrk(address, bodies, seconds)
        if shutil.which("wrk")
        else asked_by_python(address, bodies.read_bytes().splitlines(), TOKEN, seconds)
    )
    if load.errors:
        raise RuntimeError(f"{load.errors} of {load.requests} requests to {address} failed")
    cpu = (cpu_seconds(server) - before) / load.requests * 1e6
    return Measured(load.requests / load.seconds, cpu, load.p99)


def _asked_by_wrk(address: str, bodies: Path, seconds: int) -> Load:
    command = ["wrk", "-t1", "-c8", f"-d{seconds}s", "-s", str(SCRIPT), address]
    environment = {**os.environ, "BODIES": str(bodies), "TOKEN": TOKEN}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    [line] = [line for line in result.stdout.splitlines() if line.startswith("RESULT ")]
    requests, microseconds, p99, errors = map(int, line.split()[1:])
    return Load(requests, microseconds / 1e6, p99 / 1000, errors)


def cpu_seconds(process: int) -> float:
    """User and system time of a process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / TICKS + sum(cpu_seconds(int(child)) for child in children)


def _in_cpu_time(cpu: Mapping[str, float]) -> Figure:
    """A ratio that does not ask how busy the machine is."""
    ratio = cpu["empty"] / cpu["front"]
    return Figure("  an empty Django view's CPU time / the front's", ratio, "×", at_least=True, limit=0.35)


def _figures(measured: dict[str, list[Measured]]) -> list[Figure]:
    rates = {name: median(each.rate for each in all_) for name, all_ in measured.items()}
    cpu = {name: median(each.cpu for each in all_) for name, all_ in measured.items()}
    p99 = {name: median(each.p99 for each in all_) for name, all_ in measured.items()}
    return [
        Figure(
            "endpoint: the front's rate / an empty Django view's",
            rates["front"] / rates["empty"],
            "×",
            0.6,
            at_least=True,
        ),
        _in_cpu_time(cpu),
        Figure("  the view's rate / an empty Django view's", rates["view"] / rates["empty"], "×"),
        *(Figure(f"  {name}", rate, "/s") for name, rate in rates.items()),
        *(Figure(f"  {name}, CPU a request", time, "µs") for name, time in cpu.items()),
        *(Figure(f"  {name}, p99", time, "ms") for name, time in p99.items()),
    ]
