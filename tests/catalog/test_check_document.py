"""`manage.py check_document`: the faults of a document, and nothing else."""

import json
from pathlib import Path

from tests.catalog.command_line import manage, refused
from toolgroups_admin.catalog.demo import DOCUMENT


def test_a_document_without_faults_prints_nothing() -> None:
    done = manage("check_document", DOCUMENT)

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_document_with_faults_exits_2(tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    file.write_text("{}")

    done = manage("check_document", file)

    assert done.returncode == 2
    assert b'"format" is missing' in done.stdout
    assert b"has 1 fault" in done.stderr


def test_each_fault_is_a_line_with_path_value_and_remedy(tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    groups = [{"name": "g", "matcher": {}}, {"name": "h", "tools": ["nowhere"]}]
    file.write_text(json.dumps({"format": 1, "tools": [], "rules": [], "groups": groups, "prompts": []}))

    _, printed = refused("check_document", file)

    lines = printed.splitlines()
    assert [line.split(": ")[0] for line in lines] == ["$.groups[0].matcher", "$.groups[1].tools[0]"]
    assert "'nowhere'" in lines[1]


def test_a_file_that_is_no_json_is_told_with_the_place(tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    file.write_text('{"format": 1,}')

    status, printed = refused("check_document", file)

    assert status == 2
    assert "line 1, column 14" in printed


def test_a_folder_cannot_be_checked(tmp_path: Path) -> None:
    status, printed = refused("check_document", tmp_path)

    assert status == 2
    assert "cannot be read" in printed
