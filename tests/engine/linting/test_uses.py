"""Objects that nothing uses."""

from tests.engine.linting.linted import ALWAYS, all_of, document, group, named, paths, tool

SHARED = {"name": "r", "definition": ALWAYS}


def test_a_tool_in_no_group_and_no_prompt() -> None:
    linted = document(group("g", "a"), tools=[tool("a"), tool("b"), tool("c")], prompt={"tools": ["c"]})

    assert paths(linted, "tool_unused") == ["$.tools[1].key"]


def test_a_group_in_no_prompt() -> None:
    assert paths(document(group("g"), group("h"), prompt={"groups": ["h"]}), "group_unused") == ["$.groups[0].name"]


def test_a_shared_rule_that_no_rule_names() -> None:
    other = {"name": "other", "definition": named("r")}
    linted = document(group("g", matcher=all_of(ALWAYS, named("other"))), rules=(SHARED, other, SHARED | {"name": "s"}))

    assert paths(linted, "rule_unused") == ["$.rules[2].name"]


def test_a_shared_rule_that_a_tool_names_is_used() -> None:
    linted = document(group("g", "t"), tools=[tool("t", allow=named("r"))], rules=(SHARED,))

    assert not paths(linted, "rule_unused")
