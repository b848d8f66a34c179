"""Each fault of a document by its code and path."""

from typing import Any

import pytest

from toolgroups_admin.engine.document import limits, read_document
from toolgroups_admin.engine.errors import InvalidDocument

Json = dict[str, Any]
ALWAYS = {"kind": "always"}
HTTP = {"kind": "http", "connection": "c", "method": "GET", "path": "/"}


def tool(**members: Any) -> Json:
    return {"format": 1, "tools": [{"key": "t", **members}]}


def group(**members: Any) -> Json:
    return {"format": 1, "tools": [{"key": "t"}], "groups": [{"name": "g", **members}]}


def prompt(**members: Any) -> Json:
    return {"format": 1, "tools": [{"key": "t"}], "prompts": [{"name": "p", **members}]}


def matcher(**node: Any) -> Json:
    return group(matcher=node)


def nested(levels: int) -> Any:
    value: Any = []
    for _ in range(levels - 1):
        value = [value]
    return value


def faults(document: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidDocument) as caught:
        read_document(document)
    return [(fault.code, fault.path) for fault in caught.value.faults]


ROOT_FAULTS = [
    (5, "wrong_type", "$"),
    ([], "wrong_type", "$"),
    (None, "wrong_type", "$"),
    ({}, "missing_member", "$"),
    ({"format": 2}, "later_format", "$.format"),
    ({"format": 2, "tools": 5, "new": []}, "later_format", "$.format"),
    ({"format": 10**5000}, "later_format", "$.format"),
    ({"format": 0}, "unknown_format", "$.format"),
    ({"format": True}, "wrong_type", "$.format"),
    ({"format": 1.0}, "wrong_type", "$.format"),
    ({"format": "1"}, "wrong_type", "$.format"),
    ({"format": None}, "wrong_type", "$.format"),
    ({"format": 1, "connections": []}, "unknown_member", "$.connections"),
    ({"format": 1, "a b": 10**5000}, "unknown_member", '$["a b"]'),
    ({"format": 1, 5: []}, "key_not_text", "$"),
    ({"format": 1, "\ud800": []}, "lone_surrogate", "$"),
    ({"format": 1, "tools": {}}, "wrong_type", "$.tools"),
    ({"format": 1, "groups": None}, "wrong_type", "$.groups"),
    ({"format": 1, "tools": [{}] * (limits.OBJECTS + 1)}, "too_long", "$.tools"),
    ({"format": 1, "prompts": [5]}, "wrong_type", "$.prompts[0]"),
    ({"format": 1, "scenarios": [5]}, "wrong_type", "$.scenarios[0]"),
    ({"format": 1, "scenarios": {}}, "wrong_type", "$.scenarios"),
    ({"format": 1, "scenarios": [{"a": float("nan")}]}, "not_finite", "$.scenarios[0].a"),
]

PLAIN_FAULTS = [
    (tool(title="a\0b"), "nul_character", "$.tools[0].title"),
    (tool(title="\ud800"), "lone_surrogate", "$.tools[0].title"),
    (tool(parameters={"a\0": 1}), "nul_character", "$.tools[0].parameters"),
    (tool(parameters={"\udfff": {"b": float("nan")}}), "lone_surrogate", "$.tools[0].parameters"),
    (tool(parameters={5: float("nan")}), "key_not_text", "$.tools[0].parameters"),
    (tool(parameters={"default": float("inf")}), "not_finite", "$.tools[0].parameters.default"),
    (tool(parameters={"default": 2**1024}), "number_too_large", "$.tools[0].parameters.default"),
    (tool(parameters={"default": {1}}), "not_json", "$.tools[0].parameters.default"),
    (tool(tags=("a",)), "not_json", "$.tools[0].tags"),
    (tool(parameters={"a b": b""}), "not_json", '$.tools[0].parameters["a b"]'),
    (prompt(metadata={"a": [0] * limits.OBJECT_VALUES}), "too_large", "$.prompts[0].metadata.a"),
    (prompt(metadata={"a": nested(61)}), "too_deep", "$.prompts[0].metadata.a" + "[0]" * 60),
    (tool(parameters={"default": nested(32)}), "too_deep", "$.tools[0].parameters.default" + "[0]" * 31),
]

SHAPE_FAULTS = [
    ({"format": 1, "tools": [{}]}, "missing_member", "$.tools[0]"),
    ({"format": 1, "rules": [{"name": "r"}]}, "missing_member", "$.rules[0]"),
    ({"format": 1, "groups": [{"tools": []}]}, "missing_member", "$.groups[0]"),
    (tool(kind="x"), "unknown_member", "$.tools[0].kind"),
    (tool(description=5), "wrong_type", "$.tools[0].description"),
    (tool(description=None), "wrong_type", "$.tools[0].description"),
    (tool(sensitive="yes"), "wrong_type", "$.tools[0].sensitive"),
    (tool(sensitive=1), "wrong_type", "$.tools[0].sensitive"),
    (tool(parameters=[]), "wrong_type", "$.tools[0].parameters"),
    (tool(parameters=True), "wrong_type", "$.tools[0].parameters"),
    (tool(name=""), "empty_text", "$.tools[0].name"),
    (tool(title="x" * 201), "too_long", "$.tools[0].title"),
    (tool(tags=["a"] * 101), "too_long", "$.tools[0].tags"),
    (tool(tags=["a", 5]), "wrong_type", "$.tools[0].tags[1]"),
    (tool(waivers=[{"rule": "x"}]), "missing_member", "$.tools[0].waivers[0]"),
    (tool(waivers=[{"rule": 5, "reason": "x"}]), "wrong_type", "$.tools[0].waivers[0].rule"),
    (tool(executor=None), "wrong_type", "$.tools[0].executor"),
    (tool(executor={}), "missing_kind", "$.tools[0].executor"),
    (tool(executor={"kind": "ftp"}), "unknown_kind", "$.tools[0].executor.kind"),
    (tool(executor={"kind": "client", "timeout": 5}), "unknown_member", "$.tools[0].executor.timeout"),
    (tool(executor={"kind": "python"}), "missing_member", "$.tools[0].executor"),
    (tool(executor={**HTTP, "method": "get"}), "unknown_choice", "$.tools[0].executor.method"),
    (tool(executor={**HTTP, "arguments": {"matcher": "x"}}), "unknown_choice", "$.tools[0].executor.arguments.matcher"),
    (tool(executor={**HTTP, "timeout": "5"}), "wrong_type", "$.tools[0].executor.timeout"),
    (tool(executor={**HTTP, "timeout": True}), "wrong_type", "$.tools[0].executor.timeout"),
    (tool(executor={**HTTP, "timeout": 0}), "out_of_range", "$.tools[0].executor.timeout"),
    (tool(executor={**HTTP, "timeout": 601.0}), "out_of_range", "$.tools[0].executor.timeout"),
    (tool(allow={"kind": "never"}), "unknown_kind", "$.tools[0].allow.kind"),
    (group(enabled=0), "wrong_type", "$.groups[0].enabled"),
    (group(matcher={}), "missing_kind", "$.groups[0].matcher"),
    (group(matcher=[]), "wrong_type", "$.groups[0].matcher"),
    (group(matcher=True), "wrong_type", "$.groups[0].matcher"),
    (matcher(kind=["all"]), "unknown_kind", "$.groups[0].matcher.kind"),
    (matcher(kind=None), "unknown_kind", "$.groups[0].matcher.kind"),
    (matcher(kind="always", id=5), "wrong_type", "$.groups[0].matcher.id"),
    (matcher(kind="always", rule=ALWAYS), "unknown_member", "$.groups[0].matcher.rule"),
    (matcher(kind="rule", rule=ALWAYS, name="r"), "unknown_member", "$.groups[0].matcher.rule"),
    (matcher(kind="rule"), "missing_member", "$.groups[0].matcher"),
    (matcher(kind="not"), "missing_member", "$.groups[0].matcher"),
    (matcher(kind="not", rule={}), "missing_kind", "$.groups[0].matcher.rule"),
    (matcher(kind="not", rule={"kind": "rule", "name": 5}), "wrong_type", "$.groups[0].matcher.rule.name"),
    (matcher(kind="all"), "missing_member", "$.groups[0].matcher"),
    (matcher(kind="all", rules={}), "wrong_type", "$.groups[0].matcher.rules"),
    (matcher(kind="all", rules=[ALWAYS, 7]), "wrong_type", "$.groups[0].matcher.rules[1]"),
    (
        matcher(kind="any", rules=[{"kind": "not", "rule": {"kind": "x"}}]),
        "unknown_kind",
        "$.groups[0].matcher.rules[0].rule.kind",
    ),
    (matcher(kind="prompt_contains", keywords="a"), "wrong_type", "$.groups[0].matcher.keywords"),
    (matcher(kind="prompt_contains", keywords=["a", None]), "wrong_type", "$.groups[0].matcher.keywords[1]"),
    (matcher(kind="prompt_contains", keywords=["a"], scope="x"), "unknown_choice", "$.groups[0].matcher.scope"),
    (matcher(kind="prompt_contains", keywords=["a"], n=0), "out_of_range", "$.groups[0].matcher.n"),
    (matcher(kind="prompt_contains", keywords=["a"], n=1.5), "wrong_type", "$.groups[0].matcher.n"),
    (matcher(kind="rollout", percent="5", by="account_id", salt="s"), "wrong_type", "$.groups[0].matcher.percent"),
    (matcher(kind="rollout", percent=[], by="account_id", salt="s"), "wrong_type", "$.groups[0].matcher.percent"),
    (matcher(kind="schedule", **{"from": 5}), "wrong_type", "$.groups[0].matcher.from"),
    (matcher(kind="schedule", from_="x"), "unknown_member", "$.groups[0].matcher.from_"),
    (
        matcher(kind="schedule", weekly=[{"days": ["x"], "start": "", "end": ""}]),
        "unknown_choice",
        "$.groups[0].matcher.weekly[0].days[0]",
    ),
    (
        matcher(kind="schedule", weekly=[{"days": [], "start": "", "end": "", "at": 1}]),
        "unknown_member",
        "$.groups[0].matcher.weekly[0].at",
    ),
    (prompt(tool_choice="some"), "unknown_choice", "$.prompts[0].tool_choice"),
    (prompt(tool_choice=5), "wrong_type", "$.prompts[0].tool_choice"),
    (prompt(tool_choice={}), "missing_member", "$.prompts[0].tool_choice"),
    (prompt(tool_choice={"tool": "t", "x": 1}), "unknown_member", "$.prompts[0].tool_choice.x"),
    (prompt(tool_choice={"tool": 5}), "wrong_type", "$.prompts[0].tool_choice.tool"),
    (prompt(metadata=None), "wrong_type", "$.prompts[0].metadata"),
]

MEANING_FAULTS = [
    ({"format": 1, "tools": [{"key": ""}]}, "identity_length", "$.tools[0].key"),
    ({"format": 1, "tools": [{"key": "x" * 129}]}, "identity_length", "$.tools[0].key"),
    ({"format": 1, "groups": [{"name": "a\tb"}]}, "identity_control_character", "$.groups[0].name"),
    ({"format": 1, "groups": [{"name": "a\x85b"}]}, "identity_control_character", "$.groups[0].name"),
    ({"format": 1, "prompts": [{"name": " a"}]}, "identity_edge_space", "$.prompts[0].name"),
    ({"format": 1, "prompts": [{"name": "a\u3000"}]}, "identity_edge_space", "$.prompts[0].name"),
    ({"format": 1, "tools": [{"key": "t"}, {"key": "u"}, {"key": "t"}]}, "duplicate_identity", "$.tools[2].key"),
    (tool(tags=["a", "b", "a"]), "duplicate_entry", "$.tools[0].tags[2]"),
    (tool(executor={**HTTP, "context_keys": ["a", "a"]}), "duplicate_entry", "$.tools[0].executor.context_keys[1]"),
    (tool(parameters={"type": "objekt"}), "bad_schema", "$.tools[0].parameters.type"),
    (tool(parameters={"properties": {"a": {"items": 5}}}), "bad_schema", "$.tools[0].parameters.properties.a.items"),
    (tool(parameters={"required": ["a", "a"]}), "bad_schema", "$.tools[0].parameters.required"),
    (tool(allow={"kind": "any", "rules": []}), "empty_rules", "$.tools[0].allow.rules"),
    (
        {"format": 1, "rules": [{"name": "r", "definition": {"kind": "all", "rules": []}}]},
        "empty_rules",
        "$.rules[0].definition.rules",
    ),
    (group(tools=["x"]), "unknown_tool", "$.groups[0].tools[0]"),
    (group(tools=["T"]), "unknown_tool", "$.groups[0].tools[0]"),
    (group(tools=["t", "t"]), "duplicate_entry", "$.groups[0].tools[1]"),
    (group(tags=["a", "a"]), "duplicate_entry", "$.groups[0].tags[1]"),
    (
        {"format": 1, "rules": [{"name": "r", "tags": ["a", "a"], "definition": ALWAYS}]},
        "duplicate_entry",
        "$.rules[0].tags[1]",
    ),
    (matcher(kind="not", rule={"kind": "all", "rules": []}), "empty_rules", "$.groups[0].matcher.rule.rules"),
    (matcher(kind="always", id=""), "node_id_length", "$.groups[0].matcher.id"),
    (
        matcher(kind="not", id="a", rule={"kind": "always", "id": "a"}),
        "duplicate_node_id",
        "$.groups[0].matcher.rule.id",
    ),
    (matcher(kind="always", note="x" * 2001), "too_long", "$.groups[0].matcher.note"),
    (matcher(kind="all", rules=[ALWAYS] * 1000), "too_many_nodes", "$.groups[0].matcher"),
    (matcher(kind="prompt_contains", keywords=["a"] * 2001), "too_long", "$.groups[0].matcher.keywords"),
    (matcher(kind="prompt_contains", keywords=["a", "a" * 1001]), "too_long", "$.groups[0].matcher.keywords[1]"),
    (prompt(tools=["x"]), "unknown_tool", "$.prompts[0].tools[0]"),
    (prompt(groups=["x"]), "unknown_group", "$.prompts[0].groups[0]"),
    (prompt(tags=["a", "a"]), "duplicate_entry", "$.prompts[0].tags[1]"),
    (prompt(tool_choice={"tool": "x"}), "unknown_tool", "$.prompts[0].tool_choice.tool"),
]


@pytest.mark.parametrize(("document", "code", "path"), [*ROOT_FAULTS, *PLAIN_FAULTS, *SHAPE_FAULTS, *MEANING_FAULTS])
def test_each_fault_is_said_once_with_its_code_and_path(document: Any, code: str, path: str) -> None:
    assert faults(document) == [(code, path)]


@pytest.mark.parametrize(("document", "code", "path"), [*ROOT_FAULTS, *PLAIN_FAULTS, *SHAPE_FAULTS, *MEANING_FAULTS])
def test_each_fault_says_what_is_wrong_and_what_to_do(document: Any, code: str, path: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        read_document(document)
    [fault] = caught.value.faults

    assert not fault.message.endswith(".")
    assert fault.remedy.endswith(".")
    assert "{" not in fault.message.replace('{"', "")
    str(fault).encode()


def test_everything_that_is_wrong_is_said_at_once_in_the_documents_order() -> None:
    document = {
        "format": 1,
        "extra": 1,
        "groups": [{"name": "g", "tools": ["missing"], "matcher": {}}, {"name": "g", "tools": ["missing", "half"]}],
        "tools": [{"key": "half", "sensitive": 5, "owner": None}, {"key": "bad\0"}],
        "prompts": [{"name": "p", "groups": ["g", "nobody"]}],
    }

    assert faults(document) == [
        ("unknown_member", "$.extra"),
        ("wrong_type", "$.tools[0].owner"),
        ("wrong_type", "$.tools[0].sensitive"),
        ("nul_character", "$.tools[1].key"),
        ("missing_kind", "$.groups[0].matcher"),
        ("unknown_tool", "$.groups[0].tools[0]"),
        ("duplicate_identity", "$.groups[1].name"),
        ("unknown_tool", "$.groups[1].tools[0]"),
        ("unknown_group", "$.prompts[0].groups[1]"),
    ]


def test_ten_thousand_nested_rules_are_one_fault() -> None:
    rule: Json = ALWAYS
    for _ in range(10_000):
        rule = {"kind": "not", "rule": rule}

    [(code, path)] = faults(group(matcher=rule))

    assert (code, path[:30]) == ("too_deep", "$.groups[0].matcher.rule.rule.")


def test_of_one_object_only_the_first_place_is_called_too_deep() -> None:
    assert faults(prompt(metadata={"a": nested(70), "b": nested(70)})) == [
        ("too_deep", "$.prompts[0].metadata.a" + "[0]" * 60)
    ]


def test_two_missing_members_of_one_object_are_two_faults() -> None:
    assert faults(tool(executor={"kind": "mcp"})) == [("missing_member", "$.tools[0].executor")] * 2


def test_an_unknown_member_names_those_that_are_known() -> None:
    with pytest.raises(InvalidDocument) as caught:
        read_document(matcher(kind="schedule", form="x"))

    [fault] = caught.value.faults

    assert fault.remedy == "Take it out, or use one of: kind, id, note, from, until, weekly, timezone."
    assert fault.value == "x"


def test_an_unknown_kind_names_those_that_are_known() -> None:
    with pytest.raises(InvalidDocument) as caught:
        read_document(tool(executor={"kind": "ftp"}))

    [fault] = caught.value.faults

    assert (fault.value, fault.remedy) == ("ftp", "Use one of: client, python, http, mcp.")


def test_a_long_complaint_about_a_schema_is_cut() -> None:
    with pytest.raises(InvalidDocument) as caught:
        read_document(tool(parameters={"type": "x" * 1000}))

    assert len(caught.value.faults[0].message) < 300
