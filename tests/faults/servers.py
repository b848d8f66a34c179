"""Servers of the tests' own: PostgreSQL and Redis on free ports in temporary folders, started, stopped and killed."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import redis

HOST = "127.0.0.1"
PATIENCE_SECONDS = 60.0
AS_ROOT = os.geteuid() == 0


def free_port() -> int:
    """A port on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def wait_until(holds: Callable[[], bool], *, at_most: float = PATIENCE_SECONDS, what: str = "it") -> float:
    """Seconds until it holds."""
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() - begun < at_most, f"waited {at_most:.0f} s in vain until {what}"
        time.sleep(0.01)
    return time.monotonic() - begun


class Server:
    """A process, and all that it starts, which can be ended in two ways and started again."""

    ending = signal.SIGTERM

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> Sequence[str]:
        raise NotImplementedError

    def environment(self) -> Mapping[str, str]:
        return os.environ

    def owner(self) -> str | None:
        """The user as whom it runs, when not as ours."""
        return None

    def answers(self) -> bool:
        raise NotImplementedError

    def begin(self) -> None:
        """Starts the process, without waiting until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self.command(),
                cwd=Path(__file__).parents[2],
                env=dict(self.environment()),
                stdout=log,
                stderr=log,
                user=self.owner(),
                start_new_session=True,
            )

    def start(self) -> None:
        """Starts the process and waits until it answers."""
        self.begin()
        wait_until(lambda: self._is_up(), what=f"{type(self).__name__} answers; its log is {self.folder / 'log'}")

    def stop(self) -> None:
        self._end(self.ending)

    def kill(self) -> None:
        """Ends it at once, as a crash would."""
        self._end(signal.SIGKILL)

    def _is_up(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "log").read_text(errors="replace")[-2000:]
        return self.answers()

    def _end(self, by: signal.Signals) -> None:
        if self._process is None:
            return
        if by == signal.SIGKILL:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, by)
        else:
            self._process.send_signal(by)
        self._process.wait(timeout=PATIENCE_SECONDS)
        self._process = None


class Postgres(Server):
    """A cluster with the database `postgres`."""

    ending = signal.SIGINT

    @staticmethod
    def programs() -> Path | None:
        """Where its programs lie, or None where it is not installed."""
        newest = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
        there = newest[-1] if newest else shutil.which("initdb")
        return Path(there).parent if there else None

    @property
    def url(self) -> str:
        return f"postgres://postgres@{HOST}:{self.port}/postgres"

    def owner(self) -> str | None:
        return "postgres" if AS_ROOT else None  # it refuses to run as root

    def make(self) -> None:
        """Makes the cluster, without taking care that it would survive the machine."""
        if owner := self.owner():
            shutil.chown(self.folder, owner)
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        command = [str(self._program("initdb")), *options, str(self.folder / "data")]
        subprocess.run(command, check=True, capture_output=True, user=self.owner(), cwd="/")

    def command(self) -> Sequence[str]:
        settings = {"fsync": "off", "shared_buffers": "32MB", "max_connections": "60", "listen_addresses": HOST}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        place = ["-D", str(self.folder / "data"), "-k", str(self.folder), "-p", str(self.port)]
        return [str(self._program("postgres")), *place, *options]

    def kill(self) -> None:
        """What PostgreSQL calls an immediate shutdown: every process ends at once, and nothing is tidied up.

        Killed by SIGKILL it would do the same a moment later, when its children notice, and would not start before.
        """
        self._end(signal.SIGQUIT)

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True

    def _program(self, name: str) -> Path:
        programs = self.programs()
        assert programs is not None
        return programs / name


class Redis(Server):
    """A server that keeps nothing."""

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}/0"

    def command(self) -> Sequence[str]:
        return ["redis-server", "--port", str(self.port), "--bind", HOST, "--save", "", "--dir", str(self.folder)]

    def answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url, socket_connect_timeout=1, socket_timeout=1) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def hold(self) -> None:
        """Has it hang: connections are accepted, and nothing is answered."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Has it go on after `hold`."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def folder_for(name: str) -> Iterator[Path]:
    """A folder that another user may be given, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix=f"toolgroups-{name}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(server: Server) -> Iterator[None]:
    """The server is started, and ended whatever happened to it meanwhile."""
    server.start()
    try:
        yield
    finally:
        server.kill()
