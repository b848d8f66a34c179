"""The command line as a person runs it: in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from toolgroups_admin.catalog.demo import DOCUMENT

ROOT = Path(__file__).parents[2]


def manage(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """What `manage.py` says to these arguments and this standard input."""
    command = [sys.executable, "manage.py", *map(str, arguments)]
    return subprocess.run(command, input=given, cwd=ROOT, capture_output=True, timeout=60, check=False)


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
