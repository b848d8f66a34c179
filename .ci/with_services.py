"""Runs a command on PostgreSQL and Redis, which it names to it by DATABASE_URL and REDIS_URL.

What answers is used as it is. As root on Debian, what is missing is installed and started; otherwise the command goes
without it, and a line says so and how to get it. Where neither is there, the command is skipped, unless --or-without
stands before it. Without a command, it only makes everything ready.
"""

import os
import shutil
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis

# The database is this checkout's own, so that two checkouts can be tested at once; the tests make "test_…" of it.
DATABASE = f"toolgroups_{zlib.crc32(str(Path.cwd()).encode())}"
PATIENCE_SECONDS = 20.0
TOOLS = {"chromium": "chromium", "msgfmt": "gettext", "fc-list": "fontconfig", "curl": "curl"}
CHINESE_FONT = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")


@dataclass(frozen=True, kw_only=True)
class Service:
    """A server that tests use: where it may be, whether it answers there, how it is installed and started."""

    name: str
    package: str
    variable: str
    urls: tuple[str, ...]
    answers: Callable[[str], bool]
    start: Callable[[], None]


def run(
    command: Sequence[str],
    services: Sequence[Service],
    environment: Mapping[str, str],
    *,
    may_install: bool,
    or_without: bool = False,
) -> int:
    """The exit code of the command, run with the addresses of the services that answer; 0 when it is skipped."""
    found = {service.variable: address(service, environment, may_install=may_install) for service in services}
    for service in services:
        if not found[service.variable]:
            say(f"{service.name} is skipped: it does not answer.")
            say(f"On Debian: apt-get install {service.package}. Elsewhere: set {service.variable}.")
    if not command or not (or_without or any(found.values())):
        return 0
    others = {name: value for name, value in environment.items() if name not in found}
    there = {name: url for name, url in found.items() if url}
    return subprocess.run(command, env=others | there, check=False).returncode


def address(service: Service, environment: Mapping[str, str], *, may_install: bool) -> str:
    """Where the service answers, after starting it if that is needed and allowed; empty when it does not."""
    given = environment.get(service.variable)
    urls = (given,) if given else service.urls
    url = first_answering(service, urls)
    if url or given or not may_install:
        return url
    service.start()
    return first_answering(service, urls)


def first_answering(service: Service, urls: Sequence[str]) -> str:
    return next((url for url in urls if service.answers(url)), "")


def postgres_answers(url: str) -> bool:
    try:
        psycopg.connect(url.rpartition("/")[0] + "/postgres", connect_timeout=2).close()
    except psycopg.Error:
        return False
    return True


def redis_answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
            return bool(client.ping())
    except (redis.RedisError, ValueError):
        return False


def start_postgres() -> None:
    """Starts the cluster, in which a role of ours may then make databases."""
    if not shutil.which("pg_ctlcluster"):
        install("postgresql")
    quietly("service", "postgresql", "start")
    if wait_until(lambda: as_postgres("select")):
        as_postgres("create role toolgroups login createdb password 'toolgroups'")


def start_redis() -> None:
    if not shutil.which("redis-server"):
        install("redis-server")
    quietly("service", "redis-server", "start")
    wait_until(lambda: redis_answers(REDIS.urls[0]))


def as_postgres(statement: str) -> bool:
    return quietly("su", "postgres", "-c", f'psql --command "{statement}"')


def missing_tools() -> list[str]:
    """The packages of what browser journeys and translations need beside Python."""
    missing = [package for command, package in TOOLS.items() if not shutil.which(command)]
    return missing if CHINESE_FONT.exists() else [*missing, "fonts-noto-cjk"]


def install_tools(*, may_install: bool) -> None:
    """Installs what is missing, or says that what needs it is skipped."""
    if not (missing := missing_tools()):
        return
    if may_install:
        install(*missing)
    else:
        say(f"what needs {', '.join(missing)} is skipped.")
        say(f"On Debian: apt-get install {' '.join(missing)}.")


def install(*packages: str) -> None:
    say(f"installing {', '.join(packages)}")
    quietly("apt-get", "update")
    if not quietly("apt-get", "install", "--yes", "--no-install-recommends", *packages):
        say(f"could not install them; try: apt-get install {' '.join(packages)}")


def quietly(*command: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def wait_until(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.5)
    return True


def say(line: str) -> None:
    print(f"with_services: {line}", file=sys.stderr, flush=True)


POSTGRES = Service(
    name="PostgreSQL",
    package="postgresql",
    variable="DATABASE_URL",
    urls=(
        f"postgres://postgres@127.0.0.1:5432/{DATABASE}",
        f"postgres://toolgroups:toolgroups@127.0.0.1:5432/{DATABASE}",
    ),
    answers=postgres_answers,
    start=start_postgres,
)
REDIS = Service(
    name="Redis",
    package="redis-server",
    variable="REDIS_URL",
    urls=("redis://127.0.0.1:6379/9",),
    answers=redis_answers,
    start=start_redis,
)


if __name__ == "__main__":
    debian_root = os.geteuid() == 0 and shutil.which("apt-get") is not None
    arguments = sys.argv[1:]
    or_without = arguments[:1] == ["--or-without"]
    if not arguments:
        install_tools(may_install=debian_root)
    command = arguments[or_without:]
    sys.exit(run(command, (POSTGRES, REDIS), os.environ, may_install=debian_root, or_without=or_without))
