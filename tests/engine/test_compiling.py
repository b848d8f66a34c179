"""From documents to catalogs: what is compiled, and that everything wrong is said at once."""

import gc
import random
from typing import Any

import pytest
from hypothesis import given

from tests.engine.any_json import DOCUMENTS, LEGAL, follow
from toolgroups_admin.engine import InvalidDocument, compile_catalog, document_digest, fragments

Json = dict[str, Any]
ALWAYS = {"kind": "always"}


def faults(document: Any, **options: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidDocument) as caught:
        compile_catalog(document, **options)
    return [(fault.code, fault.path) for fault in caught.value.faults]


def shop() -> Json:
    return {
        "format": 1,
        "tools": [
            {"key": "orders.get", "name": "get_order", "description": "Finds an order.", "sequential": True},
            {"key": "refund", "parameters": {"type": "object"}, "sensitive": True, "return_direct": True},
            {"key": "pay", "allow": {"kind": "rule", "name": "known"}, "executor": {"kind": "python", "function": "f"}},
        ],
        "rules": [{"name": "known", "definition": {"kind": "condition", "field": "account_id", "op": "exists"}}],
        "groups": [
            {"name": "order", "tools": ["pay", "orders.get"], "system_prompt": "Be kind.", "matcher": None},
            {"name": "off", "enabled": False, "matcher": {"kind": "prompt_contains", "keywords": ["x"]}},
        ],
        "prompts": [
            {
                "name": "p",
                "groups": ["off", "order"],
                "tools": ["refund"],
                "system_message": "Hello.",
                "tool_choice": {"tool": "refund"},
                "default_model": "m",
                "metadata": {"team": "a"},
            },
            {"name": "q", "tool_choice": "none"},
        ],
    }


def test_tools_have_all_that_the_document_says() -> None:
    tools = compile_catalog(shop()).tools

    assert [(tool.key, tool.name) for tool in tools.values()] == [
        ("orders.get", "get_order"),
        ("refund", "refund"),
        ("pay", "pay"),
    ]
    assert (tools["orders.get"].sequential, tools["orders.get"].description) == (True, "Finds an order.")
    assert (tools["refund"].sensitive, tools["refund"].return_direct) == (True, True)
    assert tools["refund"].parameters == {"type": "object"}
    assert tools["refund"].executor == {"kind": "client"}
    assert tools["pay"].executor == {"kind": "python", "function": "f"}
    assert tools["pay"].allow is not None
    assert tools["refund"].allow is None


def test_groups_share_the_tools_and_keep_their_order() -> None:
    catalog = compile_catalog(shop())

    group = catalog.groups["order"]

    assert tuple(offer.tool for offer in group.offers) == (catalog.tools["pay"], catalog.tools["orders.get"])
    assert (group.system_prompt, group.enabled, group.rule.kind) == ("Be kind.", True, "always")
    assert not catalog.groups["off"].enabled


def test_prompts_share_the_groups_and_keep_their_order() -> None:
    catalog = compile_catalog(shop())

    prompt = catalog.prompts["p"]

    assert prompt.groups == (catalog.groups["off"], catalog.groups["order"])
    assert tuple(offer.tool for offer in prompt.offers) == (catalog.tools["refund"],)
    assert (prompt.system_message, prompt.default_model, prompt.metadata) == ("Hello.", "m", {"team": "a"})
    assert prompt.tool_choice == {"tool": "refund"}
    assert catalog.prompts["q"].tool_choice == "none"


def test_a_catalog_bears_the_digest_of_its_document_whatever_the_order() -> None:
    document = shop()
    turned = {member: document[member] for member in reversed(document)}
    turned["tools"] = random.Random(1).sample(document["tools"], 3)

    digest = document_digest(1, [fragment.digest for fragment in fragments(document)])

    assert compile_catalog(document).digest == compile_catalog(turned).digest == digest


def test_scenarios_do_not_change_the_digest() -> None:
    assert compile_catalog({**shop(), "scenarios": [{"a": 1}]}).digest == compile_catalog(shop()).digest


def test_what_is_switched_off_is_kept_as_given() -> None:
    switches = frozenset({"group:order", "tool:gone"})

    assert compile_catalog(shop(), switched_off=switches).switched_off == switches


def test_matchers_are_those_given() -> None:
    rule = {"kind": "python", "name": "mine"}
    document = {"format": 1, "groups": [{"name": "g", "matcher": rule}]}

    assert compile_catalog(document, matchers={"mine": lambda context: True}).groups["g"].rule.kind == "python"
    assert faults(document) == [("unknown_matcher", "$.groups[0].matcher.name")]


def test_faults_of_shape_of_references_and_of_rules_are_said_together() -> None:
    document = {
        "format": 1,
        "tools": [{"key": "t", "allow": {"kind": "rule", "name": "nowhere"}}, {"key": 5}],
        "rules": [{"name": "r", "definition": {"kind": "rule", "name": "r"}}],
        "groups": [
            {
                "name": "g",
                "matcher": {"kind": "not", "rule": {"kind": "prompt_matches", "pattern": "("}},
                "tools": ["x"],
            },
            {"name": "h", "matcher": {}},
        ],
        "prompts": [{"name": "p", "groups": ["h", "i"]}],
    }

    assert [path for _, path in faults(document)] == [
        "$.tools[0].allow.name",
        "$.tools[1].key",
        "$.rules[0].definition",
        "$.groups[0].tools[0]",
        "$.groups[0].matcher.rule.pattern",
        "$.groups[1].matcher",
        "$.prompts[0].groups[1]",
    ]


def test_a_reference_to_a_malformed_shared_rule_is_not_called_unknown() -> None:
    document = {
        "format": 1,
        "rules": [{"name": "r", "definition": {}}],
        "groups": [{"name": "g", "matcher": {"kind": "rule", "name": "r"}}],
    }

    assert faults(document) == [("missing_kind", "$.rules[0].definition")]


def test_an_empty_branch_is_said_once() -> None:
    document = {"format": 1, "groups": [{"name": "g", "matcher": {"kind": "any", "rules": []}}]}

    assert faults(document) == [("empty_rules", "$.groups[0].matcher.rules")]


@pytest.mark.parametrize("document", [None, 5, {"format": 2}, {"format": 1, "tools": "x"}])
def test_what_is_no_document_does_not_compile(document: Any) -> None:
    assert len(faults(document)) == 1


def test_compiling_leaves_the_document_and_the_collector_as_they_were() -> None:
    document = shop()

    compile_catalog(document)

    assert document == shop()
    assert gc.isenabled()


def test_compiling_does_not_start_a_collector_that_was_stopped() -> None:
    gc.disable()
    try:
        compile_catalog(shop())
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_fault_does_not_leave_the_collector_stopped() -> None:
    faults(None)

    assert gc.isenabled()


def test_a_document_with_every_kind_of_everything_compiles() -> None:
    assert set(compile_catalog(LEGAL).rules) == {"r", "s"}


@given(DOCUMENTS)
def test_any_json_compiles_or_says_where_it_is_wrong(document: Any) -> None:
    try:
        compile_catalog(document)
    except InvalidDocument as error:
        for fault in error.faults:
            follow(document, fault.path)
            str(fault).encode()
