"""Execution runs where no web framework does: every module of it is loaded in an interpreter of its own."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOAD = """
import importlib, pkgutil, sys
import toolgroups_admin.execution as execution
for module in pkgutil.walk_packages(execution.__path__, "toolgroups_admin.execution."):
    importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_execution_loads_no_web_framework_queue_or_database() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOAD], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.split()

    assert "toolgroups_admin" in loaded
    assert not {"django", "rest_framework", "celery", "kombu", "redis", "psycopg", "sqlite3", "httpx"} & set(loaded)
