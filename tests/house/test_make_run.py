"""One command serves everything on an empty folder, what it prints works, and Ctrl-C ends it."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 60
NEEDED = pytest.mark.skipif(not (shutil.which("make") and shutil.which("curl")), reason="needs make and curl")


COUNT = "from toolgroups_admin.dryrun.models import DryRun; print(DryRun.objects.count())"
EXPIRED = f"""
from django.utils import timezone
from toolgroups_admin.dryrun.models import DryRun
DryRun.objects.create(prompt="p", source="draft", context="{{}}", expires_at=timezone.now())
{COUNT}
"""
CLEAR = "from toolgroups_admin.celery import app; app.send_task('toolgroups_admin.dryrun.tasks.clear_expired')"


class MakeRun:
    """`make run` in a terminal of its own, with an empty folder for its state and the packages of these tests."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.output = folder / "output"
        own = {"VAR_DIR": str(folder / "var"), "PORT": str(self.port), "ASGI_PORT": str(free_port())}
        own |= {"DATABASE_URL": "", "REDIS_URL": ""}
        kept = {name: value for name, value in os.environ.items() if name not in {*own, "DJANGO_SETTINGS_MODULE"}}
        self.environment = kept | {name: value for name, value in own.items() if value}
        installed = ("-o", ".venv/.installed", f"BIN={Path(sys.executable).parent}")
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                ("make", *installed, "run"),
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait_until_it_answers(self) -> None:
        end = time.monotonic() + PATIENCE_SECONDS
        while not self.answers():
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < end, self.said()
            time.sleep(0.2)

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/admin/login/", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def press_ctrl_c(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(PATIENCE_SECONDS)

    def manage(self, *command: str) -> str:
        """What a command prints last, on the same state."""
        printed = subprocess.check_output(
            (sys.executable, "manage.py", *command), cwd=ROOT, env=self.environment, text=True
        )
        return printed.strip().rpartition("\n")[2]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def said(self) -> str:
        return self.output.read_text("utf-8")

    def printed(self, pattern: str) -> str:
        found = re.search(pattern, self.said(), re.MULTILINE)
        assert found, self.said()
        return found[1]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeRun]:
    started = MakeRun(tmp_path_factory.mktemp("make-run"))
    try:
        started.wait_until_it_answers()
        yield started
    finally:
        started.press_ctrl_c()


@NEEDED
def test_the_printed_curl_line_answers(running: MakeRun) -> None:
    line = running.printed(r"^(curl .*)$")

    answer: dict[str, Any] = json.loads(subprocess.check_output(line, shell=True, timeout=PATIENCE_SECONDS))

    assert answer["groups"] == ["order", "tracking", "basic"]
    assert answer["release"]["number"] == 1


@NEEDED
def test_the_printed_password_lets_the_administrator_in(running: MakeRun) -> None:
    with httpx.Client(base_url=running.address, follow_redirects=True) as browser:
        page = browser.get("/admin/")
        form = {
            "username": "admin",
            "password": running.printed(r"Password +(\S+)$"),
            "csrfmiddlewaretoken": browser.cookies["csrftoken"],
        }
        home = browser.post(page.url, data=form, headers={"Referer": str(page.url)})

    assert home.status_code == 200
    assert home.url.path == "/admin/"


@NEEDED
def test_styles_and_scripts_are_served_without_a_further_step(running: MakeRun) -> None:
    page = httpx.get(f"{running.address}/admin/login/").text
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))

    assert files
    assert {file: httpx.get(running.address + file).status_code for file in files} == dict.fromkeys(files, 200)


@NEEDED
def test_the_worker_does_what_it_is_told(running: MakeRun) -> None:
    assert running.manage("shell", "-c", EXPIRED) == "1"

    running.manage("shell", "-c", CLEAR)

    end = time.monotonic() + PATIENCE_SECONDS
    while running.manage("shell", "-c", COUNT) != "0":
        assert time.monotonic() < end, running.said()


@NEEDED
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_ctrl_c_ends_every_process(tmp_path: Path) -> None:
    started = MakeRun(tmp_path)
    started.wait_until_it_answers()
    serving = processes_of(tmp_path)

    started.press_ctrl_c()

    assert len(serving) >= 5  # make, serve, the web server and its worker, the worker for tasks
    assert processes_of(tmp_path) == []


def processes_of(folder: Path) -> list[int]:
    """The processes that were given the folder by their environment."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if str(folder).encode() in environment.read_bytes():
                found.append(int(environment.parent.name))
    return found
