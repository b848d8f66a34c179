"""Processes that serve start together and end together."""

import signal
import socket
import sys
import time
from pathlib import Path

from toolgroups_admin.releases.serving import Part, is_free, serve, tasks, web

PATIENCE_SECONDS = 10.0
TELL_PARENT = "import os, signal, time; os.kill(os.getppid(), signal.{signal}); time.sleep(60)"
STUBBORN = "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); {then}; time.sleep(60)"
LEAVES_A_FILE = """
import pathlib, signal, sys, time
def end(number, frame):
    pathlib.Path({path!r}).touch()
    sys.exit()
signal.signal(signal.SIGTERM, end)
pathlib.Path({ready!r}).touch()
time.sleep(60)
"""
ENDS_WHEN_THE_OTHER_IS_READY = """
import os, sys, time
while not os.path.exists({ready!r}):
    time.sleep(0.01)
sys.exit(3)
"""


def python(name: str, source: str) -> Part:
    return Part(name, (sys.executable, "-c", source))


def test_one_that_ends_by_itself_ends_the_others_and_is_named(tmp_path: Path) -> None:
    ended, ready = tmp_path / "ended", tmp_path / "ready"
    lasting = python("lasting", LEAVES_A_FILE.format(path=str(ended), ready=str(ready)))
    dying = python("dying", ENDS_WHEN_THE_OTHER_IS_READY.format(ready=str(ready)))
    said: list[str] = []

    code = serve([lasting, dying], said.append)

    assert code == 1
    assert said[-1] == "dying ended by itself (exit code 3), so the rest was ended too."
    assert ended.exists()


def test_all_end_when_told_to() -> None:
    before = signal.getsignal(signal.SIGINT)
    said: list[str] = []

    code = serve([python("teller", TELL_PARENT.format(signal="SIGINT")), python("other", "input()")], said.append)

    assert code == 0
    assert not [line for line in said if "by itself" in line]
    assert signal.getsignal(signal.SIGINT) is before


def test_one_that_will_not_end_is_ended_when_told_a_second_time() -> None:
    told_twice = "[os.kill(os.getppid(), signal.SIGTERM) or time.sleep(0.3) for _ in range(2)]"

    code = serve([python("stubborn", STUBBORN.format(then=told_twice))], print)

    assert code == 0


def test_what_a_dead_process_left_behind_is_ended_too(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    child = "import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).pid, file=open({path!r}, 'w'))"

    serve([python("parent", child.format(path=str(pid)))], print)

    end = time.monotonic() + PATIENCE_SECONDS
    while is_running(int(pid.read_text())):
        assert time.monotonic() < end
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in {"Z", "X"}


def test_a_port_that_somebody_listens_at_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        assert not is_free("127.0.0.1", port)

    assert is_free("127.0.0.1", port)


def test_an_address_of_another_machine_is_not_free() -> None:
    assert not is_free("192.0.2.1", 8000)


def test_the_settings_reach_the_web_server() -> None:
    command = " ".join(web(bind="0.0.0.0", port=81, processes=3, threads=5).command)

    assert "toolgroups_admin.wsgi:application --interface wsgi" in command
    assert "--host 0.0.0.0 --port 81 --workers 3 --blocking-threads 5" in command


def test_one_process_runs_tasks_and_the_clock() -> None:
    assert "worker --beat --concurrency 1" in " ".join(tasks().command)
