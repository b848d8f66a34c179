"""`manage.py lint`: on files without a database, and on the draft."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.catalog.building import contains, load
from tests.catalog.command_line import manage
from tests.engine.linting.one_of_each import one_of_each
from toolgroups_admin.catalog.demo import DOCUMENT
from toolgroups_admin.engine import LINT_RULES

NEEDS_MORE = {"keyword_common", "function_missing"}  # traffic, and the code of an installation


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A file with one of each fault that a document alone can show."""
    return written(tmp_path, one_of_each())


def written(folder: Path, document: Any) -> Path:
    file = folder / "document.json"
    file.write_text(json.dumps(document), "utf-8")
    return file


def linted(*arguments: Any) -> tuple[int, str]:
    """The exit status and what is printed."""
    printed = StringIO()
    try:
        call_command("lint", *map(str, arguments), stdout=printed)
    except CommandError as refusal:
        return refusal.returncode, printed.getvalue()
    return 0, printed.getvalue()


def test_a_document_with_one_of_each_fault_reports_each_exactly_once(faulty: Path, settings: Any) -> None:
    settings.LINT_MOST_TOKENS = 500

    status, printed = linted("--document", faulty, "--format", "json")

    rules = [finding["rule"] for finding in json.loads(printed)["findings"]]
    assert sorted(rules) == sorted(set(LINT_RULES) - NEEDS_MORE)
    assert status == 1


def test_a_program_learns_all_that_a_page_shows(tmp_path: Path) -> None:
    file = written(tmp_path, {"format": 1, "groups": [{"name": "g", "matcher": contains()}]})

    _, printed = linted("--document", file, "--format", "json")

    report = json.loads(printed)
    assert report["counts"] == {"error": 1, "warning": 0, "note": 1}
    assert report["findings"][0] == {
        "rule": "keywords_empty",
        "severity": "error",
        "kind": "group",
        "identity": "g",
        "field": "matcher",
        "path": "$.groups[0].matcher.keywords",
        "title": "No keywords",
        "message": LINT_RULES["keywords_empty"].why,
        "remedy": LINT_RULES["keywords_empty"].remedy,
        "params": {},
    }


def test_a_person_reads_the_findings_object_by_object(faulty: Path) -> None:
    _, printed = linted("--document", faulty)

    lines = printed.splitlines()
    assert lines.count("prompt costly") == 1
    place = lines.index("group empty")
    assert lines[place + 1] == "  error: No keywords [keywords_empty] at $.groups[0].matcher.keywords"
    assert lines[place + 2].strip() == LINT_RULES["keywords_empty"].why
    assert lines[place + 3].strip() == f"→ {LINT_RULES['keywords_empty'].remedy}"
    assert lines[-1].startswith("4 errors, ")


def test_notes_and_warnings_are_no_errors() -> None:
    status, printed = linted("--document", DOCUMENT)

    assert (status, printed.splitlines()[-1]) == (0, "0 errors, 0 warnings, 1 note")


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_document_that_does_not_compile_ends_it_with_all_faults(tmp_path: Path, format: str) -> None:
    file = written(tmp_path, {"format": 1, "tools": [{}], "groups": [{}]})

    status, printed = linted("--document", file, "--format", format)

    faults = json.loads(printed)["faults"] if format == "json" else printed.splitlines()
    assert (status, len(faults)) == (2, 2)
    assert faults[0].startswith("$.tools[0]")


@pytest.mark.parametrize("content", [None, b"{"])
def test_a_file_that_cannot_be_read_ends_it(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "document.json"
    if content is not None:
        file.write_bytes(content)

    status, printed = linted("--document", file)

    assert (status, bool(printed)) == (2, True)


def test_without_a_document_it_looks_at_the_draft(db: Any) -> None:
    load(groups=[{"name": "g", "matcher": contains()}])

    status, printed = linted()

    assert status == 1
    assert "group g" in printed


def test_a_draft_that_does_not_compile_ends_it(db: Any, settings: Any) -> None:
    load(groups=[{"name": "g", "matcher": contains("x")}])
    break_the_draft()

    assert linted()[0] == 2


def test_only_the_formats_of_the_settings_are_looked_at(tmp_path: Path, settings: Any) -> None:
    settings.LINT_FORMATS = ["mcp"]
    file = written(tmp_path, {"format": 1, "tools": [{"key": "a.b", "description": "Says what a thing is."}]})

    _, printed = linted("--document", file, "--format", "json")

    assert [finding["rule"] for finding in json.loads(printed)["findings"]] == ["tool_unused"]


def test_the_command_line_gets_the_exit_status(faulty: Path) -> None:
    done = manage("lint", "--document", faulty)

    assert done.returncode == 1
    assert b"4 errors" in done.stderr


def break_the_draft() -> None:
    """What a program that no longer knows a matcher finds in the draft of one that did."""
    from toolgroups_admin.catalog.models import ToolGroup

    ToolGroup.objects.update(matcher={"kind": "python", "name": "gone"})
