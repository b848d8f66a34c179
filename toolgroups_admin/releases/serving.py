"""Serving: the processes of one machine, started together and ended together."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE_SECONDS = 15.0
LOOK_SECONDS = 0.1
IMPATIENT = 2
ROOT_IS_NO_NEWS = "You're running the worker with superuser privileges"  # usual in a container; only JSON is accepted


@dataclass(frozen=True, slots=True)
class Part:
    """One process to run: what people call it, and its command line."""

    name: str
    command: tuple[str, ...]


def web(*, bind: str, port: int, processes: int, threads: int) -> Part:
    """Pages and the API."""
    return Part(
        "web",
        (
            *(sys.executable, "-m", "granian", "toolgroups_admin.wsgi:application", "--interface", "wsgi"),
            *("--host", bind, "--port", str(port), "--workers", str(processes), "--blocking-threads", str(threads)),
            *("--workers-kill-timeout", "10", "--log-level", "warning"),
        ),
    )


def waiting(*, bind: str, port: int, processes: int) -> Part:
    """What waits on others, such as chats and calls of tools: any number wait at once in a process."""
    return Part(
        "waiting",
        (
            *(sys.executable, "-m", "granian", "toolgroups_admin.asgi:application", "--interface", "asginl"),
            *("--host", bind, "--port", str(port), "--workers", str(processes)),
            *("--workers-kill-timeout", "10", "--log-level", "warning"),
        ),
    )


def tasks() -> Part:
    """One worker for tasks, with the clock that starts them."""
    return Part(
        "tasks",
        (
            *(sys.executable, "-W", f"ignore:{ROOT_IS_NO_NEWS}"),
            *("-m", "celery", "--quiet", "-A", "toolgroups_admin.celery", "worker", "--beat", "--concurrency", "1"),
            *("--loglevel", "warning", "--without-gossip", "--without-mingle"),
        ),
    )


def is_free(bind: str, port: int) -> bool:
    """Whether nothing listens there. The web server itself would share the port with another one and say nothing."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except OSError:
            return False
    return True


def serve(parts: Sequence[Part], say: Callable[[str], None]) -> int:
    """Runs all parts until one of them ends or this process is told to end; then ends the others.

    Returns 0 when it was told to end, else 1.
    """
    running: list[Running] = []
    with _told_to_end() as told:
        try:
            running.extend(Running(part) for part in parts)
            ended = _first_to_end(running, told)
            say("Ending, which takes a few seconds.")
        finally:
            _end(running, told)
    for part in ended:
        say(f"{part.name} ended by itself (exit code {part.process.returncode}), so the rest was ended too.")
    return 1 if ended else 0


class Running:
    """A part that was started, in a session of its own: a signal from the terminal reaches it through us only."""

    def __init__(self, part: Part) -> None:
        self.name = part.name
        self.process = subprocess.Popen(part.command, start_new_session=True)

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def ask_to_end(self) -> None:
        if not self.has_ended:
            self.process.terminate()

    def end_what_is_left(self) -> None:
        """Also what a process that died left behind in its session."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def _told_to_end() -> Iterator[list[int]]:
    """A list that is filled with the signals which tell this process to end."""
    told: list[int] = []

    def take(number: int, frame: FrameType | None) -> None:
        told.append(number)

    before = {number: signal.signal(number, take) for number in ENDING}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _first_to_end(running: Sequence[Running], told: Sequence[int]) -> list[Running]:
    while not told:
        if ended := [part for part in running if part.has_ended]:
            return ended
        time.sleep(LOOK_SECONDS)
    return []


def _end(running: Sequence[Running], told: Sequence[int]) -> None:
    """Asks all to end; what is still there after a while, or when told a second time, is ended at once."""
    for part in running:
        part.ask_to_end()
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end and len(told) < IMPATIENT and not all(part.has_ended for part in running):
        time.sleep(LOOK_SECONDS)
    for part in running:
        part.end_what_is_left()
