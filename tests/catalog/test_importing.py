"""Importing: a plan first, then all or nothing (field case 42)."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.catalog.building import contains, document, group, load, shared, tool
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.catalog.importing import ImportRefused, Outcome, apply_import, plan_import
from toolgroups_admin.catalog.models import Change, Tool, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history
from toolgroups_admin.engine import InvalidDocument


def outcomes(**sections: Any) -> dict[str, str]:
    return {step.identity: step.outcome.value for step in plan_import(document(**sections)).steps}


@pytest.mark.django_db
def test_a_plan_says_what_would_happen_and_writes_nothing() -> None:
    load(tools=[{"key": "same"}, {"key": "other", "title": "old"}])

    planned = outcomes(tools=[{"key": "same"}, {"key": "other", "title": "new"}, {"key": "fresh"}])

    assert planned == {"same": "unchanged", "other": "change", "fresh": "create"}
    assert Tool.objects.count() == 2
    assert tool("other").title == "old"


@pytest.mark.django_db
def test_a_state_that_the_catalog_has_left_is_a_conflict(ada: User) -> None:
    load(tools=[{"key": "t", "title": "exported"}])
    row = tool("t")
    row.title = "edited since"
    save_with_history(row, by=ada)

    plan = plan_import(document(tools=[{"key": "t", "title": "exported"}]))

    assert [step.outcome for step in plan.steps] == [Outcome.CONFLICT]
    with pytest.raises(ImportRefused, match="tool t"):
        apply_import(plan, by=ada)
    assert tool("t").title == "edited since"
    apply_import(plan, by=ada, overwrite=True)
    assert tool("t").title == "exported"


@pytest.mark.django_db
def test_what_a_document_refers_to_may_be_in_the_draft() -> None:
    load(tools=[{"key": "t"}], rules=[{"name": "r", "definition": contains("x")}])

    load(groups=[{"name": "g", "tools": ["t"], "matcher": shared("r")}])

    assert [link.tool.key for link in group("g").group_tools.all()] == ["t"]


@pytest.mark.django_db
def test_what_is_in_neither_is_a_fault_at_its_place_in_the_document() -> None:
    with pytest.raises(InvalidDocument) as refused:
        plan_import(document(groups=[{"name": "a"}, {"name": "g", "tools": ["nowhere"]}]))

    assert [(fault.path, fault.value) for fault in refused.value.faults] == [("$.groups[1].tools[0]", "nowhere")]


@pytest.mark.django_db
def test_a_circle_of_rules_through_the_draft_is_refused() -> None:
    load(rules=[{"name": "a", "definition": contains("x")}, {"name": "b", "definition": shared("a")}])

    with pytest.raises(InvalidDocument):
        plan_import(document(rules=[{"name": "a", "definition": shared("b")}]))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "nonsense", [None, [], "x", {"format": 1, "tools": 3}, {"format": 1, "tools": [3, {"key": []}]}]
)
def test_nonsense_is_refused_with_faults(nonsense: Any) -> None:
    with pytest.raises(InvalidDocument):
        plan_import(nonsense)


@pytest.mark.django_db
def test_a_plan_that_was_overtaken_is_refused_whole() -> None:
    load(tools=[{"key": "t"}])
    plan = plan_import(document(tools=[{"key": "t", "title": "planned"}, {"key": "new"}]))
    row = tool("t")
    row.title = "quicker"
    save_with_history(row, by=None)

    with pytest.raises(ImportRefused, match="plan again"):
        apply_import(plan, by=None)

    assert [row.key for row in Tool.objects.all()] == ["t"]


@pytest.mark.django_db
def test_an_import_that_fails_half_way_leaves_nothing() -> None:
    plan = plan_import(document(tools=[{"key": "t"}], groups=[{"name": "g", "tools": ["t"]}]))
    group_step = next(step for step in plan.steps if step.kind == "group")
    group_step.members["tools"].append("gone")

    with pytest.raises(ImportRefused):
        apply_import(plan, by=None)

    assert not Tool.objects.exists()
    assert not ToolGroup.objects.exists()
    assert not Change.objects.exists()


@pytest.mark.django_db
def test_each_object_imported_makes_one_entry(ada: User) -> None:
    load(by=ada, tools=[{"key": "t"}], groups=[{"name": "g", "tools": ["t"]}], prompts=[{"name": "p", "groups": ["g"]}])
    load(by=ada, tools=[{"key": "t"}], groups=[{"name": "g", "tools": ["t"], "title": "new"}])

    entries = Change.objects.order_by("id").values_list("kind", "identity", "action", "by__username")
    assert list(entries) == [
        (kind, name, "import", "ada") for kind, name in [("tool", "t"), ("group", "g"), ("prompt", "p"), ("group", "g")]
    ]


@pytest.mark.django_db
def test_the_commands_export_and_import_the_same_file(tmp_path: Path) -> None:
    load(tools=[{"key": "t", "description": "天气"}], groups=[{"name": "g", "tools": ["t"]}])
    file, draft = tmp_path / "draft.json", draft_document()
    call_command("export", out=file, stderr=StringIO())
    ToolGroup.objects.all().delete()
    Tool.objects.all().delete()

    call_command("import", file, yes=True, stdout=StringIO())

    assert json.loads(file.read_text()) == draft_document() == draft


@pytest.mark.django_db
def test_a_dry_run_of_the_command_shows_the_plan_only(tmp_path: Path) -> None:
    file, shown = tmp_path / "new.json", StringIO()
    file.write_text(json.dumps(document(tools=[{"key": "t"}])))

    call_command("import", file, dry_run=True, stdout=shown)

    assert shown.getvalue().split() == [
        "create",
        "tool",
        "t",
        "1",
        "create,",
        "0",
        "change,",
        "0",
        "unchanged,",
        "0",
        "conflict",
    ]
    assert not Tool.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["{", '{"format": 1, "tools": [{}]}'])
def test_the_command_refuses_a_bad_file_with_exit_code_2(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)

    with pytest.raises(CommandError) as refused:
        call_command("import", file, yes=True, stderr=StringIO())

    assert refused.value.returncode == 2


@pytest.mark.django_db
def test_the_command_writes_nothing_over_later_changes_unless_told_to(tmp_path: Path) -> None:
    file = tmp_path / "draft.json"
    file.write_text(json.dumps(document(tools=[{"key": "t", "title": "exported"}])))
    call_command("import", file, yes=True, stdout=StringIO())
    row = tool("t")
    row.title = "edited since"
    save_with_history(row, by=None)

    with pytest.raises(CommandError, match="tool t"):
        call_command("import", file, yes=True, stdout=StringIO())
    call_command("import", file, yes=True, overwrite=True, why="restored", stdout=StringIO())

    assert tool("t").title == "exported"
    assert Change.objects.latest("id").why == "restored"


@pytest.mark.django_db
def test_the_command_refuses_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import", tmp_path / "nowhere.json", yes=True)


@pytest.mark.django_db
def test_a_draft_goes_to_the_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    load(tools=[{"key": "t"}])

    call_command("export")

    assert json.loads(capsys.readouterr().out) == draft_document()
