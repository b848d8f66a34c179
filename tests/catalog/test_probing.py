"""Compiling in a bounded child."""

import time

from tests.catalog.building import contains, document
from toolgroups_admin.catalog.probed import faults_of
from toolgroups_admin.catalog.probing import Limits, probe

ENOUGH_FOR_A_FORM = 3.0  # 1.5 s on a machine of one's own; the tests share theirs


def test_a_document_that_compiles_has_no_faults_and_takes_little_time() -> None:
    started = time.monotonic()

    faults = probe(document(groups=[{"name": f"quick {started}", "matcher": contains("x")}]))

    assert faults == ()
    assert time.monotonic() - started < ENOUGH_FOR_A_FORM


def test_faults_come_back_whole() -> None:
    [fault] = probe(document(groups=[{"name": "g", "matcher": {"kind": "prompt_matches", "pattern": "("}}]))

    assert fault.path == "$.groups[0].matcher.pattern"
    assert fault.value == "("
    assert fault.message
    assert fault.remedy


def test_a_child_that_runs_out_of_time_is_a_fault_of_the_whole() -> None:
    [fault] = probe(document(), limits=Limits(wall_seconds=0.001))

    assert (fault.code, fault.path) == ("probe_out_of_bounds", "$")


def test_a_child_that_runs_out_of_memory_is_a_fault_of_the_whole() -> None:
    [fault] = probe(document(), limits=Limits(mebibytes=16))

    assert fault.code in {"probe_out_of_bounds", "probe_broken"}


def test_the_same_text_is_compiled_once() -> None:
    question = document(tools=[{"key": f"once {time.monotonic()}"}])
    probe(question)
    started = time.monotonic()

    probe(question)

    assert time.monotonic() - started < 0.05


POSITIONAL_OR_KEYWORD = 1


def rule_in_code(**args: object) -> dict[str, object]:
    return document(groups=[{"name": "g", "matcher": {"kind": "python", "name": "owner_is", "args": args}}])


def test_a_matcher_in_code_is_known_by_its_name_and_parameters() -> None:
    known = {"owner_is": [("context", POSITIONAL_OR_KEYWORD, False), ("name", POSITIONAL_OR_KEYWORD, False)]}

    assert faults_of(rule_in_code(name="ops"), known) == []
    assert [fault["path"] for fault in faults_of(rule_in_code(nick="ops"), known)] == ["$.groups[0].matcher.args"]
    assert [fault["path"] for fault in faults_of(rule_in_code(name="ops"), {})] == ["$.groups[0].matcher.name"]


def test_a_matcher_whose_parameters_cannot_be_told_takes_any() -> None:
    assert faults_of(rule_in_code(nick="ops"), {"owner_is": None}) == []
