"""The gateway under 200 chats at once with a model of 50 ms, as in production, and OpenAI's SDK alone beside it.

`python -m tests.benchmarks.chats` prints the figures; with `--long` it also has 10,000 chats, and looks at memory.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

from tests.benchmarks.chat_corpus import MODEL_CALLS, ROUNDS
from tests.benchmarks.chat_load import AT_ONCE, MODEL_SECONDS, Callers, at_once, at_pace, model_server
from tests.benchmarks.endpoint import cpu_seconds, wait_for
from tests.benchmarks.engine import Figure
from toolgroups_admin.releases.serving import waiting

PACES = (10, 20, 40)  # chats a second
LONG_TURNS = 50
MOST_GROWTH_MB = 10.0


@dataclass(frozen=True)
class Gateway:
    """A running gateway, as `manage.py serve` has it: its port, its process and the token of a key."""

    port: int
    pid: int
    token: str

    @property
    def megabytes(self) -> float:
        """The memory of its processes."""
        return sum(_megabytes(process) for process in (self.pid, *_children(self.pid)))


def chat_figures(*, long: bool = False) -> list[Figure]:
    """Overheads and CPU time for each call of the model, against the SDK's own."""
    return asyncio.run(_figures(turns=5, seconds=4, long=long))


async def _figures(*, turns: int, seconds: int, long: bool) -> list[Figure]:
    async with model_server() as model:
        with serving(model, processes=int(os.environ.get("ASGI_PROCESSES", "1"))) as gateway:
            callers = Callers(gateway.port, gateway.token)
            await at_once(callers.chat, AT_ONCE)  # opens the lines
            figures = await _at_once(gateway, callers, turns)
            for pace in PACES:
                took = await at_pace(callers.chat, pace * seconds, pace)
                name = f"chats: {pace} new ones a second, overhead of a model call, p50"
                figures.append(Figure(name, median(_over(took)), "ms", 10 if pace == PACES[0] else None))
            if long:
                figures += await _memory(gateway, callers)
        return [*figures, *await _floor(model, turns, figures[0].value)]


async def _at_once(gateway: Gateway, callers: Callers, turns: int) -> list[Figure]:
    cpu, over = [], []
    for _ in range(turns):
        began = cpu_seconds(gateway.pid)
        over += _over(await at_once(callers.chat, AT_ONCE))
        cpu.append((cpu_seconds(gateway.pid) - began) / AT_ONCE / MODEL_CALLS * 1000)
    return [
        Figure(f"chats: {AT_ONCE} at once, CPU of a model call", median(cpu), "ms"),
        Figure("  overhead of a model call, p50", median(over), "ms"),
    ]


async def _memory(gateway: Gateway, callers: Callers) -> list[Figure]:
    """What 10,000 chats add to the memory once the first 2,000 are over."""
    seen = []
    for turn in range(LONG_TURNS):
        await at_once(callers.chat, AT_ONCE)
        seen.append(gateway.megabytes)
        print(f"  {(turn + 1) * AT_ONCE * MODEL_CALLS:>7} model calls: {seen[-1]:.1f} MB", flush=True)
    warm = seen[LONG_TURNS // 5 :]
    calls = LONG_TURNS * AT_ONCE
    name = f"chats: memory after {calls * MODEL_CALLS:,} model calls and {calls * ROUNDS:,} calls of tools, growth"
    return [
        Figure(name, warm[-1] - warm[0], "MB", MOST_GROWTH_MB),
        Figure("  steps upwards among the last turns", sum(b > a for a, b in pairwise(warm)) / (len(warm) - 1), "×"),
    ]


async def _floor(model: str, turns: int, own: float) -> list[Figure]:
    command = (sys.executable, "-m", "tests.benchmarks.chat_floor", model, str(turns))
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    said, _ = await process.communicate()
    floor = json.loads(said)
    return [
        Figure("chats: CPU of a model call / by OpenAI's SDK alone", own / floor["cpu"], "×", 1),
        Figure("  by the SDK alone, CPU", floor["cpu"], "ms"),
        Figure("  by the SDK alone, overhead of a model call, p50", floor["over"], "ms"),
    ]


@contextmanager
def serving(model: str, *, processes: int) -> Iterator[Gateway]:
    """A gateway with a database of its own that asks this model."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        environment = _environment(Path(folder))
        prepared = (sys.executable, "-m", "tests.benchmarks.chat_shop", model)
        token = subprocess.run(prepared, env=environment, capture_output=True, text=True, check=True).stdout.strip()
        command = waiting(bind="127.0.0.1", port=port, processes=processes).command
        server = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            wait_for(port, server)
            time.sleep(2)  # until each process has loaded everything
            yield Gateway(port, server.pid, token)
        finally:
            server.terminate()
            server.wait(timeout=20)


def _environment(folder: Path) -> Mapping[str, str]:
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "toolgroups_admin.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "REDIS_URL": "",
        "VAR_DIR": str(folder),
        "STATE_FILE": str(folder / "state.json"),
        "TOOLGROUPS_TOOLS": "tests.benchmarks.chat_corpus:step",
    }


def _over(took: Sequence[float]) -> list[float]:
    """Milliseconds a model call beyond the model's own time."""
    return [(each / MODEL_CALLS - MODEL_SECONDS) * 1000 for each in took]


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _megabytes(process: int) -> float:
    [line] = [line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    for figure in chat_figures(long="--long" in sys.argv):
        print(f"{figure.what:<75} {figure.value:>10.3f} {figure.unit} {'' if figure.kept else 'MISSED'}")
