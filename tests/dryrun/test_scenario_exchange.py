"""Scenarios travel with the document: exported, imported, checked from the command line."""

import json
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from tests.catalog.command_line import refused
from tests.dryrun.scenarios import scenario, shop
from toolgroups_admin.catalog.documents import draft_document, exported_document
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.dryrun.models import Scenario
from toolgroups_admin.dryrun.scenarios import take
from toolgroups_admin.engine import InvalidDocument, canonical_document
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish

FAILING = scenario("介绍一下上海", name="Shanghai")


def checks(*arguments: Any) -> tuple[int, str]:
    """The exit status of `check_scenarios` and what it prints."""
    printed = StringIO()
    try:
        call_command("check_scenarios", *map(str, arguments), stdout=printed, stderr=printed)
    except CommandError as failed:
        return failed.returncode, printed.getvalue()
    return 0, printed.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A document with one scenario that passes and one that fails."""
    path = tmp_path / "document.json"
    path.write_text(json.dumps({**shop(), "scenarios": [scenario(), FAILING]}))
    return path


def imported(document: Any) -> None:
    apply_import(plan_import(document), by=None)


@pytest.mark.django_db
def test_a_document_comes_back_with_its_scenarios() -> None:
    document = canonical_document({**shop(), "scenarios": [FAILING, scenario(name="b", no_other_tools=True)]})

    imported(document)

    assert exported_document() == {**document, "scenarios": document["scenarios"]}
    assert "scenarios" not in draft_document()


@pytest.mark.django_db
def test_a_scenario_of_the_same_name_is_overwritten_and_others_stay() -> None:
    take([scenario(), FAILING], None)

    number = take([scenario(misses=["order"]), FAILING], None)

    assert number == 1
    assert [(row.name, row.expectations) for row in Scenario.objects.all()] == [
        ("Shanghai", {"hits": ["weather"]}),
        ("weather in Shanghai", {"misses": ["order"]}),
    ]


@pytest.mark.django_db
def test_a_bad_scenario_stops_the_whole_import() -> None:
    with pytest.raises(InvalidDocument, match=r"\$\.scenarios\[0\]\.expect"):
        imported({**shop(), "scenarios": [scenario() | {"expect": {}}]})

    assert "groups" not in draft_document()


@pytest.mark.django_db
def test_scenarios_alone_are_imported_from_the_command_line(file: Path) -> None:
    imported(shop())

    call_command("import", str(file), "--yes", stdout=StringIO(), stderr=StringIO())

    assert Scenario.objects.count() == 2


def test_a_file_is_checked_by_its_own_scenarios_without_a_database(file: Path) -> None:
    status, printed = checks("--document", file)

    assert status == 1
    assert printed.splitlines() == [
        "FAILED Shanghai",
        "  The group “weather” must hit, and it does not.",
        "    Misses because the message has none of “天气”.",
        "1 of 2 scenarios failed",
    ]


def test_results_can_be_read_by_programs(file: Path) -> None:
    _, printed = checks("--document", file, "--format", "json")

    results = json.loads(printed)
    assert (results["passed"], results["failed"]) == (1, 1)
    [failure] = results["scenarios"][1]["failures"]
    assert (failure["code"], failure["subject"]) == ("group_missed", "weather")


def test_results_can_be_read_by_ci(tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_text(json.dumps({**shop(), "scenarios": [scenario(), scenario("<\x01>", name="<a\x02&>")]}))

    _, printed = checks("--document", path, "--format", "junit")

    suite = ElementTree.fromstring(printed)
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    [failing] = [case for case in suite if case.find("failure") is not None]
    assert (failing.get("name"), failing.get("classname")) == ("<a�&>", "p")


def test_all_that_pass_end_well(tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_text(json.dumps({**shop(), "scenarios": [scenario()]}))

    assert checks("--document", path) == (0, "1 scenario passed\n")


@pytest.mark.parametrize("broken", [{"groups": [{"name": ""}]}, {"scenarios": [{"name": "x"}]}])
def test_a_file_that_cannot_be_checked_is_refused(tmp_path: Path, broken: Any) -> None:
    path = tmp_path / "document.json"
    path.write_text(json.dumps({**shop(), **broken}))

    status, printed = refused("check_scenarios", "--document", path)

    assert status == 2
    assert "$." in printed


@pytest.mark.django_db
def test_kept_scenarios_are_checked_against_draft_and_environment() -> None:
    imported({**shop(keyword="上海"), "scenarios": [FAILING]})
    publish(Environment.objects.get(name="production"), by=None)
    imported(shop())

    assert checks("--source", "production")[0] == 0
    assert checks()[0] == 1


@pytest.mark.django_db
def test_a_source_that_is_not_there_is_refused() -> None:
    assert refused("check_scenarios", "--source", "nowhere")[0] == 2
