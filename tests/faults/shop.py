"""A whole installation of the tests' own: database, Redis, web processes, and an office in which somebody publishes."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.faults.clients import Question, asked, says
from tests.faults.servers import HOST, Postgres, Redis, Server, folder_for, running, wait_until
from toolgroups_admin.releases.serving import web

Json = dict[str, Any]
WHY_NOT = "needs initdb and redis-server; on Debian: apt-get install postgresql redis-server"


def can_be_opened() -> bool:
    """Whether PostgreSQL and Redis are installed here."""
    return Postgres.programs() is not None and shutil.which("redis-server") is not None


class Web(Server):
    """Processes that serve pages and the API, as `manage.py serve` starts them."""

    def __init__(self, folder: Path, environment: Mapping[str, str], *, processes: int) -> None:
        super().__init__(folder)
        self.processes = processes
        self._environment = environment

    def command(self) -> Sequence[str]:
        return web(bind=HOST, port=self.port, processes=self.processes, threads=4).command

    def environment(self) -> Mapping[str, str]:
        return self._environment

    def answers(self) -> bool:
        try:
            return self.get("/healthz")[0] == 200
        except OSError:
            return False

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body, by a connection of its own, hence from any of the processes."""
        connection = HTTPConnection(HOST, self.port, timeout=10)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def readiness(self) -> Json:
        """What one of the processes says of itself."""
        ready: Json = json.loads(self.get("/readyz")[1])
        return ready

    def everywhere(self, status: str, *reasons: str) -> bool:
        """Whether each of the processes says this, as far as asking many times can tell."""
        said = [self.readiness() for _ in range(3 * self.processes)]
        return all(it["status"] == status and {each["code"] for each in it["reasons"]} == set(reasons) for it in said)


class Office:
    """Somebody who edits and publishes, in a process of their own (`tests/faults/office.py`)."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.office"],
            cwd=Path(__file__).parents[2],
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, task: str, **given: Any) -> Any:
        """Has something done and returns what came of it."""
        self.begin(task, **given)
        return self.end()

    def begin(self, task: str, **given: Any) -> None:
        """Has something begun, to be waited for by `end`."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([task, given]) + "\n")
        self._process.stdin.flush()

    def end(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the office broke; what it said stands above"
        return json.loads(line)

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class Shop:
    """The installation, its key, and who works there."""

    def __init__(self, folder: Path, database: Postgres, waking: Redis, *, objects: int, processes: int) -> None:
        self.objects = objects
        self.database, self.redis = database, waking
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "toolgroups_admin.settings",
            "DATABASE_URL": database.url,
            "REDIS_URL": waking.url,
            "VAR_DIR": str(folder),
            "STATE_FILE": str(folder / "state.json"),
            "SECRET_KEY": "of-a-test",
            "ALLOWED_HOSTS": HOST,
            "LIVE_POLL_SECONDS": "0.5",
        }
        self.web = Web(folder, self.environment, processes=processes)
        self.office = Office(self.environment)
        self.token = ""

    def question(self, body: Json, *, token: str | None = None) -> Question:
        """What a program asks, with the till's key unless it has another."""
        return Question(self.web.port, token or self.token, body)

    def answers_by(self, release: int) -> bool:
        """Whether each of the processes answers by that release, as far as asking many times can tell."""
        question = self.question(says("sunshine", prompt="weather"))
        return all(asked(question).json["release"]["number"] == release for _ in range(3 * self.web.processes))

    @contextmanager
    def branch(self, number: int) -> Iterator[Web]:
        """A further server of one process beside the first, at a port of its own so that each can be asked."""
        with folder_for(f"branch-{number}") as folder:
            server = Web(folder, self.environment, processes=1)
            with running(server):
                yield server


@contextmanager
def opened(*, objects: int = 10, groups: int = 0, processes: int = 2) -> Iterator[Shop]:
    """A shop of so many objects, and perhaps a large prompt beside them, whose release 1 is live in all processes."""
    with folder_for("postgres") as cluster, folder_for("redis") as empty, folder_for("shop") as folder:
        database, waking = Postgres(cluster), Redis(empty)
        database.make()
        with running(database), running(waking):
            shop = Shop(folder, database, waking, objects=objects, processes=processes)
            try:
                shop.token = shop.office("open_shop", objects=objects, groups=groups)
                with running(shop.web):
                    wait_until(lambda: shop.web.everywhere("ready"), what="all processes are ready")
                    yield shop
            finally:
                shop.office.close()
