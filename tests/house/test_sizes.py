"""Files and functions stay small enough to be read in one go."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILE_LINES, FUNCTION_LINES = 300, 40
SOURCES = [
    path
    for folder in ("toolgroups_admin", "tests", ".ci")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "migrations" not in path.parts
]


def functions(source: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))


def lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_and_its_functions_are_small(path: Path) -> None:
    source = path.read_text("utf-8")

    assert len(source.splitlines()) <= FILE_LINES
    assert not {f.name: lines(f) for f in functions(source) if lines(f) > FUNCTION_LINES}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_says_what_it_is_for(path: Path) -> None:
    source = path.read_text("utf-8")

    assert not source.strip() or ast.get_docstring(ast.parse(source))
