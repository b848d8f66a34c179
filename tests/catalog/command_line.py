"""The command line as a person runs it: in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from toolgroups_admin.catalog.demo import DOCUMENT

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def manage(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """What `manage.py` says to these arguments and this standard input."""
    command = [sys.executable, "manage.py", *map(str, arguments)]
    return subprocess.run(command, input=given, cwd=ROOT, env=ENVIRONMENT, capture_output=True, timeout=60, check=False)


def refused(*arguments: str | Path) -> tuple[int, str]:
    """The exit status and everything printed by a command that refuses its document."""
    printed = StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command(*map(str, arguments), stdout=printed, stderr=printed)
    return refusal.value.returncode, printed.getvalue()


def jsonl(*contexts: Any) -> bytes:
    """One line of JSON for each context."""
    return b"".join(json.dumps(context, ensure_ascii=False).encode() + b"\n" for context in contexts)


def resolved(*contexts: Any, options: tuple[str, ...] = (), document: Path = DOCUMENT) -> list[dict[str, Any]]:
    """The answers of `manage.py resolve`, which must succeed."""
    done = manage("resolve", "--document", document, *options, given=jsonl(*contexts))
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def asks(text: str, **members: Any) -> dict[str, Any]:
    """A context of the demo in which the user asks this."""
    return {"prompt": "customer-service", "messages": [{"role": "user", "content": text}], **members}


@contextmanager
def resolving(document: Path = DOCUMENT, *, seconds: float = 30) -> "Iterator[subprocess.Popen[bytes]]":
    """`manage.py resolve` while it runs, with pipes to write to and read from; ended when it takes too long."""
    command = [sys.executable, "manage.py", "resolve", "--document", str(document)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        watch = Timer(seconds, process.kill)
        watch.start()
        try:
            yield process
        finally:
            watch.cancel()
