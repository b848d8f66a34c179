"""Other processes for tests: with the test's database, or with none that can be reached."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
UNREACHABLE = "postgres://nobody@127.0.0.1:1/nowhere"

STARTED = """
import json, sys
import django
django.setup()
from toolgroups_admin.releases import live
"""


def database_address() -> str:
    """The address of the database that this test uses."""
    there = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{there['NAME']}"
    return f"postgres://{there['USER']}:{there['PASSWORD']}@{there['HOST']}:{there['PORT']}/{there['NAME']}"


def process(program: str, *, database: str, state_file: Path, **environment: str) -> "subprocess.Popen[str]":
    """A Python process that has Django ready and `live` imported, then runs the program."""
    return subprocess.Popen(
        [sys.executable, "-c", STARTED + program],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "toolgroups_admin.settings",
            "DATABASE_URL": database,
            "STATE_FILE": str(state_file),
            **environment,
        },
    )


def output_of(program: str, *, timeout: float = 30, **options: Any) -> str:
    """What a process printed before it ended well."""
    with process(program, **options) as running:
        output, _errors = running.communicate(timeout=timeout)
    assert running.returncode == 0
    return output


def lines_of(running: "subprocess.Popen[str]") -> Iterator[str]:
    """What the process prints, line by line."""
    assert running.stdout is not None
    return iter(running.stdout)
