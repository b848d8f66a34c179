"""Scenarios as documents hold them: what is wrong is said with its place, what is right comes back the same."""

from typing import Any

import pytest

from tests.dryrun.scenarios import scenario
from toolgroups_admin.dryrun.scenario_documents import faults_in, scenario_of


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"name": ""}, "name", "wrong_name"),
        ({"name": "x" * 129}, "name", "wrong_name"),
        ({"name": 5}, "name", "wrong_name"),
        ({"extra": 1}, "extra", "unknown_member"),
        ({"owner": 1}, "owner", "wrong_type"),
        ({"tags": "a"}, "tags", "wrong_type"),
        ({"context": {"prompt": "p", "streaming": 1}}, "context.streaming", "wrong_type"),
        ({"context": {"prompt": "p", "tool_context": {"t": 1}}}, "context.tool_context", "never_kept"),
        ({"context": {"prompt": "p", "account_id": "a\0"}}, "context", "unkeepable"),
        ({"expect": None}, "expect", "wrong_type"),
        ({"expect": {}}, "expect", "nothing_expected"),
        ({"expect": {"hits": [], "no_other_tools": False}}, "expect", "nothing_expected"),
        ({"expect": {"hits": "weather"}}, "expect.hits", "wrong_type"),
        ({"expect": {"tools": [""]}}, "expect.tools", "wrong_type"),
        ({"expect": {"hit": ["weather"]}}, "expect.hit", "unknown_member"),
        ({"expect": {"no_other_tools": "yes"}}, "expect.no_other_tools", "wrong_type"),
        ({"expect": {"tool_sources": {"a": "group:"}}}, "expect.tool_sources", "wrong_source"),
        ({"expect": {"tool_sources": {"a": "weather"}}}, "expect.tool_sources", "wrong_source"),
        ({"expect": {"tool_sources": []}}, "expect.tool_sources", "wrong_source"),
        ({"expect": {"hits": ["a"], "misses": ["a"]}}, "expect.misses", "contradiction"),
        ({"expect": {"tools": ["a"], "absent_tools": ["a"]}}, "expect.absent_tools", "contradiction"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(changes: Any, path: str, code: str) -> None:
    faults = faults_in([scenario(), {**scenario(name="other"), **changes}])

    assert [(fault.path, fault.code) for fault in faults] == [(f"$.scenarios[1].{path}", code)]
    assert all(fault.message and fault.remedy for fault in faults)


def test_what_is_no_object_is_refused() -> None:
    assert [fault.path for fault in faults_in([5])] == ["$.scenarios[0]"]


def test_a_name_stands_for_one_scenario() -> None:
    assert [fault.code for fault in faults_in([scenario(), scenario()])] == ["name_twice"]


@pytest.mark.parametrize(
    "expect",
    [
        {"hits": ["a"]},
        {"no_other_tools": True},
        {"tools": ["a"], "absent_tools": ["b"], "tool_sources": {"a": "group:x:y", "b": "request"}},
    ],
)
def test_what_is_right_comes_back_the_same(expect: Any) -> None:
    members = {**scenario(**expect), "tags": ["smoke"], "owner": "QA", "note": "seen\non Monday"}

    assert not faults_in([members])
    assert scenario_of(members).members() == members
