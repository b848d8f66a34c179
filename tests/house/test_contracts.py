"""The import contracts hold: a copy of the package with one bad import fails the check that forbids it."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "toolgroups_admin"
LINT = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
ROOMS = "Rooms import only those below them"
NO_WEB = "The engine knows no web, no queue, no processes and no network"
FRONT_DOOR = "The engine is entered by its front door"
NO_FRAMEWORK = "Execution knows no web framework, no queue and no database"
EXECUTION_DOOR = "Execution is entered by its front door"
NO_CIRCLES = "No import goes in a circle"
# A contract cannot name a room that does not exist yet, so each of these is owed from the room's first day.
OWED = {"api": "api-knows-no-catalog", "client": "client-is-for-callers", "execution": "execution-knows-no-web"}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / PACKAGE, tmp_path / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / PACKAGE


def with_module(path: Path, source: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(source + "\n", "utf-8")


def checked(package: Path) -> str:
    result = subprocess.run(
        [sys.executable, "-c", LINT], cwd=package.parent, capture_output=True, text=True, check=False
    )
    assert "Contracts:" in result.stdout, result.stdout + result.stderr
    return result.stdout


def test_the_package_as_it_is_keeps_every_contract(package: Path) -> None:
    assert " 0 broken." in checked(package)


@pytest.mark.parametrize(
    ("importer", "line", "contract"),
    [
        ("engine/bad.py", "import toolgroups_admin.catalog", ROOMS),
        ("catalog/bad.py", "import toolgroups_admin.settings", ROOMS),
        ("catalog/bad.py", "from toolgroups_admin.api import views", ROOMS),
        ("releases/bad.py", "from toolgroups_admin import traffic", ROOMS),
        ("api/bad.py", "from toolgroups_admin import gateway", ROOMS),
        (
            "gateway/bad.py",
            "from toolgroups_admin import catalog",
            "The gateway answers from releases and never from what is being edited",
        ),
        ("engine/bad.py", "from django.conf import settings", NO_WEB),
        ("engine/bad.py", "import multiprocessing", NO_WEB),
        ("engine/bad.py", "import urllib.request", NO_WEB),
        ("engine/rules/bad.py", "import subprocess", NO_WEB),
        ("catalog/bad.py", "from toolgroups_admin.engine.resolution import Resolution", FRONT_DOOR),
        ("execution/bad.py", "from toolgroups_admin import catalog", ROOMS),
        ("execution/bad.py", "from django.conf import settings", NO_FRAMEWORK),
        ("execution/bad.py", "import toolgroups_admin.engine.resolution", FRONT_DOOR),
        ("catalog/bad.py", "from toolgroups_admin.execution.guard import AddressRefused", EXECUTION_DOOR),
        ("engine/bad.py", "from . import worse", NO_CIRCLES),
    ],
)
def test_a_bad_import_breaks_its_contract(package: Path, importer: str, line: str, contract: str) -> None:
    with_module(package / "api" / "__init__.py", "")
    with_module(package / "api" / "views.py", "")
    with_module(package / "engine" / "worse.py", "from . import bad")
    with_module(package / importer, line)

    assert f"{contract} BROKEN" in checked(package)


def test_a_room_that_is_not_in_the_table_breaks_the_build(package: Path) -> None:
    with_module(package / "utils" / "__init__.py", "")

    assert f"{ROOMS} BROKEN" in checked(package)


def test_every_room_has_the_contracts_that_it_owes() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    kept = {contract["id"] for contract in linter["contracts"]}

    assert not {room: name for room, name in OWED.items() if (ROOT / PACKAGE / room).exists() and name not in kept}
