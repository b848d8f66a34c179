"""The draft's problems: whose they are, in what order, and how seldom they are looked for."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.catalog.building import ALWAYS, contains, group, load
from toolgroups_admin.catalog import lint_evidence, problems
from toolgroups_admin.catalog.documents import draft_document, draft_mark, recorded_document
from toolgroups_admin.catalog.models import Kind, ToolGroup
from toolgroups_admin.catalog.problems import Problem, draft_problems
from toolgroups_admin.catalog.saving import delete, save_with_history

GROUP = {"name": "g", "owner": "ops", "matcher": contains("x")}


def rules(found: list[Problem] | Any) -> list[str]:
    return [problem.rule for problem in found]


def test_what_was_recorded_is_the_draft_in_a_query_a_kind(db: Any) -> None:
    assert recorded_document() == draft_document() == {"format": 1}
    load(
        tools=[{"key": "ß"}, {"key": "a"}, {"key": "Z"}],
        rules=[{"name": "r", "definition": ALWAYS}],
        groups=[{"name": "中", "tools": ["a"]}, {"name": "_"}],
        prompts=[{"name": "p", "groups": ["_"]}],
    )

    with CaptureQueriesContext(connection) as queries:
        document = recorded_document()

    assert json.dumps(document) == json.dumps(draft_document())
    assert len([each for each in queries if each["sql"].startswith("SELECT")]) == 4


def test_the_mark_of_the_draft_is_another_one_after_every_change(db: Any) -> None:
    marks = [draft_mark(), draft_mark()]
    load(groups=[GROUP])
    marks.append(draft_mark())
    group = ToolGroup.objects.get()
    group.description = "edited"
    save_with_history(group, by=None)
    marks.append(draft_mark())
    delete(group, by=None)
    load(groups=[GROUP])
    marks.append(draft_mark())

    with CaptureQueriesContext(connection) as queries:
        marks.append(draft_mark())

    assert marks[0] == marks[1]
    assert marks[-1] == marks[-2]
    assert len(set(marks)) == 4
    assert len(queries) == 1


def test_a_problem_knows_its_object_member_and_place(db: Any) -> None:
    load(groups=[GROUP])

    [problem] = [each for each in draft_problems().all if each.rule == "keyword_of_one_character"]

    assert (problem.severity, problem.kind, problem.identity, problem.owner) == ("warning", Kind.GROUP, "g", "ops")
    assert (problem.member, problem.place) == ("matcher", "keywords")


def test_the_worst_come_first(db: Any) -> None:
    load(tools=[{"key": "t"}], groups=[GROUP, {"name": "empty", "tools": ["t"], "matcher": contains()}])

    severities = [problem.severity for problem in draft_problems().all]

    assert severities == sorted(severities, key=problems.SEVERITIES.index)
    assert severities[0] == "error"


def test_problems_are_counted_by_object_and_severity(db: Any) -> None:
    load(groups=[GROUP])
    found = draft_problems()

    assert found.counts_of(Kind.GROUP, "g") == {"warning": 1, "note": 1}
    assert list(found.counts_of(Kind.GROUP, "g")) == ["warning", "note"]
    assert found.counts_of(Kind.TOOL, "g") == {}


def test_the_same_draft_is_looked_at_once(db: Any) -> None:
    load(groups=[GROUP])
    first = draft_problems()

    with CaptureQueriesContext(connection) as queries:
        again = draft_problems()

    assert again is first
    assert len(queries) == 1


def test_a_changed_draft_is_looked_at_again(db: Any) -> None:
    load(groups=[GROUP])
    before = draft_problems()
    row = group("g")
    row.matcher = contains("keyword")

    save_with_history(row, by=None)

    assert "keyword_of_one_character" in rules(before.all)
    assert "keyword_of_one_character" not in rules(draft_problems().all)


def test_another_setting_is_another_look(db: Any, settings: Any) -> None:
    load(tools=[{"key": "a.b"}])
    assert "provider_changes" in rules(draft_problems().all)

    settings.LINT_FORMATS = ["mcp"]

    assert "provider_changes" not in rules(draft_problems().all)


def test_a_draft_that_does_not_compile_shows_the_faults(db: Any) -> None:
    load(groups=[{"name": "fine"}])
    save_with_history(ToolGroup(name="g", matcher={"kind": "python", "name": "gone"}), by=None)

    found = draft_problems()

    assert not found.compiles
    assert [(problem.severity, problem.identity, problem.member, problem.place) for problem in found.all] == [
        ("fault", "g", "matcher", "name")
    ]


def test_a_fault_of_the_whole_document_is_nobodys(db: Any) -> None:
    found = problems.problems_in({"format": 7}, now=datetime.now(UTC), evidence=None)

    assert [(problem.kind, problem.identity, problem.place) for problem in found.all] == [(None, "", "$.format")]


@pytest.fixture
def traffic() -> Any:
    """A room above that knows of traffic, forgotten after the test."""
    before = list(lint_evidence._sources)
    lint_evidence._sources.clear()
    yield lint_evidence.register_lint_evidence
    lint_evidence._sources[:] = before


def test_what_rooms_above_know_of_traffic_counts(db: Any, traffic: Any) -> None:
    load(groups=[{"name": "g", "matcher": contains("order")}])
    traffic(lambda: {"order": 0.2})
    traffic(lambda: {"order": 0.8, "other": 1})
    traffic(lambda: None)

    assert "keyword_common" in rules(draft_problems().all)


def test_without_anybody_who_knows_there_is_no_evidence(traffic: Any) -> None:
    traffic(lambda: None)

    assert lint_evidence.lint_evidence() is None
