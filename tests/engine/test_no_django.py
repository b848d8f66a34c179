"""The engine runs where Django does not: every module of it is loaded in an interpreter of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOAD = """
import importlib, pkgutil, sys
{imports}
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""
FRONT_DOOR = "import toolgroups_admin.engine"
EVERY_MODULE = """
import toolgroups_admin.engine as engine
for module in pkgutil.walk_packages(engine.__path__, "toolgroups_admin.engine."):
    importlib.import_module(module.name)
"""


@pytest.mark.parametrize("imports", [FRONT_DOOR, EVERY_MODULE], ids=["front door", "every module"])
def test_the_engine_loads_no_web_framework_queue_or_client(imports: str) -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOAD.format(imports=imports)], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.split()

    assert "toolgroups_admin" in loaded
    assert not {"django", "rest_framework", "celery", "kombu", "redis", "psycopg", "httpx"} & set(loaded)
