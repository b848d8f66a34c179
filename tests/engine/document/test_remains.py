"""Faults of shape hide no other fault of the same object."""

from typing import Any

import pytest

from toolgroups_admin.engine import InvalidDocument, compile_catalog
from toolgroups_admin.engine.document.remains import remains_of
from toolgroups_admin.engine.document.specs import GroupSpec, RuleEntrySpec, ToolSpec

BAD_PATTERN = {"kind": "prompt_matches", "pattern": "("}
NO_KEYWORDS = {"kind": "prompt_contains"}
CHILDREN = [NO_KEYWORDS, BAD_PATTERN, {"kind": "not", "rule": {"kind": "nothing"}}, {"kind": "rule", "name": "nobody"}]


def faults(**sections: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidDocument) as caught:
        compile_catalog({"format": 1, **sections})
    return [(fault.code, fault.path) for fault in caught.value.faults]


def test_malformed_nodes_hide_no_fault_of_their_siblings() -> None:
    found = faults(groups=[{"name": "g", "tools": ["nobody"], "matcher": {"kind": "any", "rules": CHILDREN}}])

    assert sorted(found) == [
        ("bad_pattern", "$.groups[0].matcher.rules[1].pattern"),
        ("missing_member", "$.groups[0].matcher.rules[0]"),
        ("unknown_kind", "$.groups[0].matcher.rules[2].rule.kind"),
        ("unknown_rule", "$.groups[0].matcher.rules[3].name"),
        ("unknown_tool", "$.groups[0].tools[0]"),
    ]


def test_a_malformed_member_hides_no_fault_of_the_others() -> None:
    found = faults(
        tools=[{"key": "t", "executor": {"kind": "http"}, "allow": BAD_PATTERN, "parameters": {"type": "nothing"}}],
        prompts=[{"name": "p", "tool_choice": 5, "groups": ["nobody"], "tools": [5]}],
    )

    assert ("bad_pattern", "$.tools[0].allow.pattern") in found
    assert ("bad_schema", "$.tools[0].parameters.type") in found
    assert ("unknown_group", "$.prompts[0].groups[0]") in found


def test_a_missing_name_hides_no_other_fault() -> None:
    found = faults(groups=[{"tools": ["nobody"]}, {"name": 5, "tools": ["nobody"]}], tools=[{"allow": BAD_PATTERN}])

    assert [path for code, path in found if code == "unknown_tool"] == ["$.groups[0].tools[0]", "$.groups[1].tools[0]"]
    assert ("bad_pattern", "$.tools[0].allow.pattern") in found


def test_a_malformed_shared_rule_still_shows_its_circle_and_its_faults() -> None:
    names_itself = {"kind": "all", "rules": [{"kind": "rule", "name": "r"}, NO_KEYWORDS, BAD_PATTERN]}

    found = faults(rules=[{"name": "r", "definition": names_itself}])

    assert ("rule_cycle", "$.rules[0].definition") in found
    assert ("bad_pattern", "$.rules[0].definition.rules[2].pattern") in found


def test_a_node_that_is_malformed_above_and_below_is_replaced_once() -> None:
    node = {"kind": "not", "rule": NO_KEYWORDS, "more": 1}

    assert sorted(faults(groups=[{"name": "g", "matcher": node}])) == [
        ("missing_member", "$.groups[0].matcher.rule"),
        ("unknown_member", "$.groups[0].matcher.more"),
    ]


@pytest.mark.parametrize("value", [5, None, [], "group"])
def test_nothing_is_left_of_what_is_no_object(value: Any) -> None:
    assert remains_of(value, GroupSpec) is None


def test_nothing_is_left_of_a_shared_rule_without_a_name() -> None:
    assert remains_of({"definition": {"kind": "always"}}, RuleEntrySpec) is None


def test_a_well_formed_object_is_left_whole() -> None:
    assert remains_of({"key": "t"}, ToolSpec) == ToolSpec(key="t")
