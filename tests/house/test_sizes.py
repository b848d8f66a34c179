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


PAGES = [path for kind in ("templates/**/*.html", "static/**/*.css", "static/**/*.js") for path in ROOT.glob(kind)]


def functions(module: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (n for n in ast.walk(module) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))


def lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


@pytest.fixture(scope="module")
def modules() -> dict[str, ast.Module]:
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in SOURCES}


def test_no_file_is_long() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in (*SOURCES, *PAGES)}

    assert len(lengths) > 1000
    assert not {path: length for path, length in lengths.items() if length > FILE_LINES}


def test_no_function_is_long(modules: dict[str, ast.Module]) -> None:
    lengths = {f"{path}:{f.name}": lines(f) for path, module in modules.items() for f in functions(module)}

    assert not {where: length for where, length in lengths.items() if length > FUNCTION_LINES}


def test_every_module_says_what_it_is_for(modules: dict[str, ast.Module]) -> None:
    assert not [path for path, module in modules.items() if module.body and not ast.get_docstring(module)]
