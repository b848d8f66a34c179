"""Merging of tools and prompts: contracts 6 and 7."""

from typing import Any

import pytest

from tests.engine.building import catalog_of, contains, document, group, keys, says, tool
from toolgroups_admin.engine import (
    UnknownPrompt,
    compile_catalog,
    in_format,
    notices_json,
    parse_context,
    resolve,
    tool_info_json,
)

SYSTEM = {"role": "system", "content": "be kind"}


def test_tools_come_from_the_prompt_then_the_request_then_the_groups() -> None:
    catalog = catalog_of(group("g", tool("of-group")), own_tools=(tool("own"),), tools=(tool("named"),))

    offers = resolve(catalog, says("x", tools=["named", {"name": "inline"}])).offers

    assert [(offer.tool.name, offer.source) for offer in offers] == [
        ("own", "prompt"),
        ("named", "request"),
        ("inline", "request"),
        ("of-group", "group:g"),
    ]


def test_a_later_tool_of_the_same_name_takes_the_place_of_the_earlier() -> None:
    daily, weekly = tool("daily", name="forecast"), tool("weekly", name="forecast")
    catalog = catalog_of(group("a", daily, tool("other")), group("b", weekly))

    first, second = resolve(catalog, says("x")).offers

    assert (first.tool.key, first.source, first.replaced) == ("weekly", "group:b", (("daily", "group:a"),))
    assert second.tool.key == "other"


def test_a_disabled_group_is_not_judged() -> None:
    catalog = catalog_of(group("g", tool("t"), enabled=False))

    resolution = resolve(catalog, says("x"), explain=True)

    assert resolution.groups == ()
    assert resolution.explanation is not None
    [explained] = resolution.explanation.groups
    assert (explained.verdict, explained.tree.reason) == ("disabled", "disabled")


@pytest.mark.parametrize(("switch", "hits", "left"), [("group:g", (), []), ("tool:t", ("g",), [])])
def test_what_is_switched_off_is_not_offered(switch: str, hits: tuple[str, ...], left: list[str]) -> None:
    catalog = compile_catalog(document(group("g", tool("t"))), switched_off=frozenset({switch}))

    resolution = resolve(catalog, says("x"), explain=True)

    assert resolution.groups == hits
    assert keys(resolution) == left
    assert "switched_off" in str(resolution.explanation)


def test_a_tool_whose_allow_rule_is_not_true_is_gone_whoever_adds_it() -> None:
    guarded = tool("refund", allow={"kind": "condition", "field": "attributes.role", "op": "equals", "value": "admin"})
    catalog = catalog_of(group("g", guarded))

    assert keys(resolve(catalog, says("x", tools=["refund"]))) == []
    assert keys(resolve(catalog, says("x", attributes={"role": "admin"}))) == ["refund"]
    assert keys(resolve(catalog, says("x", attributes={"role": "Admin"}))) == []


def test_groups_of_the_request_are_judged_after_the_prompts_own() -> None:
    catalog = compile_catalog(
        document(group("own", tool("a")))
        | {"groups": [group("own"), group("further", matcher=contains("x")), group("silent", matcher=contains("y"))]}
    )

    resolution = resolve(catalog, says("x", groups=["further", "silent", "own", "further"]))

    assert resolution.groups == ("own", "further")


MESSAGES: list[tuple[list[dict[str, Any]], str, list[dict[str, Any]]]] = [
    ([], "", [{"role": "system", "content": "A\n\nB"}]),
    ([], "own", [{"role": "system", "content": "own\n\nA\n\nB"}]),
    ([SYSTEM], "own", [{"role": "system", "content": "be kind\n\nA\n\nB"}]),
    ([{"role": "system", "content": " \u3000"}], "own", [{"role": "system", "content": "A\n\nB"}]),
    ([{"role": "system", "content": None}], "own", [{"role": "system", "content": "A\n\nB"}]),
    ([{"role": "system", "content": []}], "own", [{"role": "system", "content": "A\n\nB"}]),
    (
        [{"role": "developer", "content": "d", "name": "n"}],
        "",
        [{"role": "developer", "content": "d\n\nA\n\nB", "name": "n"}],
    ),
    (
        [{"role": "user", "content": "u"}, SYSTEM, {"role": "system", "content": "second"}],
        "own",
        [
            {"role": "user", "content": "u"},
            {"role": "system", "content": "be kind\n\nA\n\nB"},
            {"role": "system", "content": "second"},
        ],
    ),
    (
        [{"role": "system", "content": [{"type": "text", "text": "parts"}]}],
        "",
        [{"role": "system", "content": [{"type": "text", "text": "parts"}, {"type": "text", "text": "A\n\nB"}]}],
    ),
    (
        [{"role": "system", "content": [{"type": "input_text", "text": "parts"}]}],
        "",
        [
            {
                "role": "system",
                "content": [{"type": "input_text", "text": "parts"}, {"type": "input_text", "text": "A\n\nB"}],
            }
        ],
    ),
]


@pytest.mark.parametrize(("messages", "own", "merged"), MESSAGES)
def test_prompts_of_groups_go_behind_the_first_system_message(
    messages: list[dict[str, Any]], own: str, merged: list[dict[str, Any]]
) -> None:
    groups = [group("a", system_prompt="A"), group("blank", system_prompt=" \n\u3000"), group("b", system_prompt="B")]
    catalog = catalog_of(*groups, system_message=own)

    resolution = resolve(catalog, parse_context({"prompt": "p", "messages": messages}))

    assert list(resolution.messages) == merged


def test_nothing_to_add_leaves_the_messages_as_they_are() -> None:
    catalog = catalog_of(group("a"), system_message=" ")

    resolution = resolve(catalog, says("x"))

    assert resolution.messages == says("x").messages
    assert resolution.system_prompt is None


def test_a_prompt_that_is_already_there_as_a_block_is_warned_of() -> None:
    catalog = catalog_of(group("a", system_prompt="A"))

    again = resolve(catalog, parse_context({"prompt": "p", "messages": [{"role": "system", "content": "own\n\nA"}]}))
    inside = resolve(catalog, parse_context({"prompt": "p", "messages": [{"role": "system", "content": "own A"}]}))

    assert [warning.code for warning in again.warnings] == ["prompt_already_present"]
    assert inside.warnings == ()


@pytest.mark.parametrize(
    ("of_prompt", "of_request", "chosen", "codes"),
    [
        ("required", None, "required", []),
        ("required", "none", "none", []),
        (None, {"tool": "t"}, {"tool": "t"}, []),
        (None, {"tool": "unknown"}, None, ["tool_choice_not_offered"]),
        (None, None, None, []),
    ],
)
def test_the_tool_choice_of_the_request_wins(of_prompt: Any, of_request: Any, chosen: Any, codes: list[str]) -> None:
    catalog = catalog_of(group("g", tool("t")), tool_choice=of_prompt)

    resolution = resolve(catalog, says("x", tool_choice=of_request))

    assert resolution.tool_choice == chosen
    assert [warning.code for warning in resolution.warnings] == codes


def test_an_inline_tool_is_chosen_by_its_name() -> None:
    resolution = resolve(catalog_of(), says("x", tools=[{"name": "mine"}], tool_choice={"tool": "mine"}))

    assert resolution.tool_choice == {"tool": "mine"}


def test_without_tools_there_is_no_tool_choice() -> None:
    assert resolve(catalog_of(), says("x", tool_choice="required")).tool_choice is None


def test_a_further_group_that_is_off_is_not_judged() -> None:
    parts = document() | {"groups": [group("further", system_prompt="no", enabled=False)]}

    assert resolve(compile_catalog(parts), says("x", groups=["further"])).groups == ()


def test_a_tool_of_several_missed_groups_is_told_once() -> None:
    catalog = catalog_of(*(group(name, tool("t"), matcher=contains("no")) for name in "ab"))

    explanation = resolve(catalog, says("x"), explain=True).explanation

    assert explanation is not None
    assert [(each.key, each.outcome, each.reason) for each in explanation.tools] == [("t", "group_missed", "group:a")]


def test_tool_info_tells_where_each_tool_came_from() -> None:
    old, new = tool("old", name="search"), tool("new.one", name="search", sensitive=True)
    catalog = catalog_of(group("a", old), group("b", new))

    [info] = tool_info_json(in_format(resolve(catalog, says("x")), "openai"))

    assert info == {
        "name": "search",
        "sent_as": "search",
        "key": "new.one",
        "source": "group:b",
        "replaced": [{"key": "old", "source": "group:a"}],
        "return_direct": False,
        "sensitive": True,
        "executor": "client",
    }


def test_warnings_are_objects() -> None:
    resolution = resolve(catalog_of(), says("x", tool_choice={"tool": "nobody"}))

    assert notices_json(resolution.warnings) == [
        {
            "code": "tool_choice_not_offered",
            "path": "$.tool_choice",
            "detail": "the tool 'nobody' is not offered, so tool_choice is left out",
        }
    ]


SEEN: Any = {"role": "system", "content": "the caller's own"}


@pytest.mark.parametrize(
    ("text", "own", "paths"),
    [
        ("天气", [], ["$.prompts.p.system_message", '$.groups["g h"].system_prompt']),
        ("天气", [SEEN], ['$.groups["g h"].system_prompt']),
        ("hello", [], ["$.prompts.p.system_message"]),
        ("hello", [SEEN], []),
    ],
)
def test_hidden_characters_of_the_system_prompts_that_are_sent_are_warned_of(
    text: str, own: list[Any], paths: list[str]
) -> None:
    hiding = group("g h", system_prompt="Use\u200b the \u202etools.", matcher=contains("天气"))
    catalog = catalog_of(hiding, system_message="You\U000e0041 help.")

    resolution = resolve(catalog, says(text).with_(messages=(*own, {"role": "user", "content": text})))

    assert [notice.path for notice in resolution.warnings] == paths
    assert {notice.code for notice in resolution.warnings} <= {"hidden_characters"}
    assert all("U+" in notice.detail for notice in resolution.warnings)


def test_a_prompt_that_is_not_in_the_catalog_is_named() -> None:
    with pytest.raises(UnknownPrompt) as caught:
        resolve(catalog_of(), parse_context({"prompt": "other"}))

    assert str(caught.value) == "there is no prompt 'other' in this catalog"
