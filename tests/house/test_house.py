"""The top level holds what it should, and every dependency is pinned once, for all supported Pythons."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PINS = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
TOP_LEVEL = {
    *("manage.py", "pyproject.toml", "constraints.txt", "Makefile"),
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"),
    *("toolgroups_admin", "templates", "static", "tests"),
}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_top_level_holds_nothing_else() -> None:
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()}
    present = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}

    assert not present - TOP_LEVEL - ignored


def test_the_package_itself_starts_nothing() -> None:
    assert (ROOT / "toolgroups_admin" / "__init__.py").read_text("utf-8") == ""


def test_pins_are_exact_and_say_nothing_of_where_packages_come_from() -> None:
    assert PINS
    assert not [pin for pin in PINS if not re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", pin)]


def test_every_dependency_is_pinned_once() -> None:
    declared = PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"]
    names = [canonical(pin.partition("==")[0]) for pin in PINS]

    assert len(names) == len(set(names))
    assert not {canonical(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in declared} - set(names)
    assert "pip" in names


def test_a_test_that_commits_puts_back_what_the_migrations_made() -> None:
    """One that empties the tables for good would take it from every later one."""
    emptying = re.compile(r"transaction=True(?!, serialized_rollback=True)")
    files = [path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__).resolve()]

    assert not [str(path.relative_to(ROOT)) for path in files if emptying.search(path.read_text("utf-8"))]
