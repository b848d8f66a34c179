"""What comes together in a prompt."""

from typing import Any

import pytest

from tests.engine.linting.linted import (
    ALWAYS,
    Json,
    all_of,
    any_of,
    condition,
    contains,
    document,
    findings,
    group,
    named,
    negated,
    paths,
    tool,
)
from toolgroups_admin.engine.linting.exclusion import Facts, first_together

VIP = condition("attributes.level", "equals", "vip")
FLAG = True
SECRET = tool("secret", sensitive=True)


def plan(value: Any, op: str = "equals") -> Json:
    return condition("attributes.plan", op, value)


def of_one_name(first: Json | None, second: Json | None, **members: Any) -> Json:
    """Two tools of one name in two groups with these rules."""
    tools = [tool("a", name="search"), tool("b", name="search", **members)]
    shared = ({"name": "vip", "definition": VIP}, {"name": "yes", "definition": plan("a")})
    return document(group("g", "a", matcher=first), group("h", "b", matcher=second), tools=tools, rules=shared)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(contains("x"), contains("y"), id="keywords"),
        pytest.param(None, VIP, id="always and sometimes"),
        pytest.param(plan("a"), plan("A"), id="values that differ in case only"),
        pytest.param(plan(1), plan(1.0), id="one number"),
        pytest.param(plan(["a"]), plan(["b"], "in"), id="a list"),
        pytest.param(plan(["a"], "in"), plan(["b"], "in"), id="one of several each, which a list may meet"),
        pytest.param(plan("a"), plan(["a", "b"], "in"), id="one of several"),
        pytest.param(any_of(plan("a"), VIP), any_of(plan("b"), VIP), id="in an any"),
        pytest.param(plan("a"), condition("attributes.tier", "equals", "b"), id="other fields"),
        pytest.param(plan("a"), plan("b", "contains"), id="another operator"),
    ],
)
def test_tools_of_one_name_that_can_meet(first: Json | None, second: Json | None) -> None:
    [finding] = findings(of_one_name(first, second), "name_conflict")

    assert (finding.kind, finding.path) == ("prompt", "$.prompts[0].groups[1]")
    assert finding.params == {"name": "search", "earlier": "a", "later": "b"}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(plan("a"), plan("b"), id="two values of a field"),
        pytest.param(plan(1), plan("1"), id="values of two types"),
        pytest.param(plan(FLAG), plan(1), id="a flag and a number"),
        pytest.param(plan("c"), plan(["a", "b"], "in"), id="none of several"),
        pytest.param(plan(["a", "b"], "in"), plan("c"), id="none of several, the other way round"),
        pytest.param(VIP, negated(VIP), id="a rule and its opposite"),
        pytest.param(negated(contains("x")), all_of(contains("x"), VIP), id="the opposite of a part"),
        pytest.param(VIP, negated(any_of(plan("a"), VIP)), id="the opposite of one of several"),
        pytest.param(all_of(contains("x"), plan("a")), all_of(contains("y"), plan("b")), id="within all"),
        pytest.param(named("vip"), negated(named("vip")), id="a shared rule and its opposite"),
        pytest.param(named("yes"), plan("b"), id="a value in a shared rule"),
    ],
)
def test_tools_of_one_name_that_never_meet(first: Json, second: Json) -> None:
    assert not paths(of_one_name(first, second), "name_conflict")


def test_the_rule_of_a_tool_keeps_it_apart_too() -> None:
    assert not paths(of_one_name(VIP, contains("x"), allow=negated(VIP)), "name_conflict")


def test_a_tool_of_the_prompt_and_one_of_a_group_meet() -> None:
    linted = of_one_name(VIP, negated(VIP))
    linted["tools"].append(tool("c", name="search"))
    linted["prompts"][0]["tools"] = ["c"]

    assert paths(linted, "name_conflict") == ["$.prompts[0].groups[0]"]


def test_two_tools_of_the_prompt_meet() -> None:
    tools = [tool("a", name="search"), tool("b", name="search")]

    assert paths(document(tools=tools, prompt={"tools": ["a", "b"]}), "name_conflict") == ["$.prompts[0].tools[1]"]


def test_a_tool_does_not_conflict_with_itself_nor_with_one_of_a_disabled_group_or_another_prompt() -> None:
    in_two = document(group("g", "a"), group("h", "a"))
    disabled = of_one_name(VIP, VIP)
    disabled["groups"][1]["enabled"] = False
    apart = of_one_name(VIP, VIP)
    apart["prompts"] = [{"name": "p", "groups": ["g"]}, {"name": "q", "groups": ["h"]}]

    assert not [paths(each, "name_conflict") for each in (in_two, disabled, apart) if paths(each, "name_conflict")]


def test_a_name_is_told_once_however_many_tools_have_it() -> None:
    tools = [tool(key, name="search") for key in "abcd"]

    assert len(paths(document(tools=tools, prompt={"tools": list("abcd")}), "name_conflict")) == 1


def test_a_tool_in_two_groups_does_not_conflict_with_one_that_meets_neither() -> None:
    linted = of_one_name(VIP, negated(VIP))
    linted["groups"].append(group("k", "a", matcher=all_of(VIP, contains("x"))))
    linted["prompts"][0]["groups"] = ["g", "k", "h"]

    assert not paths(linted, "name_conflict")


class Uncompared(Facts):
    """Facts that nobody may compare one by one."""

    def excludes(self, other: Facts) -> bool:
        raise AssertionError("thousands of tenants would be compared in pairs")


def test_tenants_with_a_tool_each_are_told_apart_without_comparing_them_in_pairs() -> None:
    tenants = [(str(number), Uncompared(values={"account_id": f"text {number}"})) for number in range(100)]

    assert first_together(tenants) is None
    with pytest.raises(AssertionError):
        first_together([*tenants, ("more", Uncompared())])


@pytest.mark.parametrize(
    ("groups", "prompt", "path"),
    [
        pytest.param([], {"tools": ["secret"]}, "tools[0]", id="of the prompt"),
        pytest.param([group("g", "secret", matcher=None)], {}, "groups[0]", id="of a group without a rule"),
        pytest.param([group("g", "secret", matcher=ALWAYS)], {}, "groups[0]", id="of a group that always hits"),
    ],
)
def test_a_sensitive_tool_that_is_always_sent_is_an_error(groups: list[Json], prompt: Json, path: str) -> None:
    [finding] = findings(document(*groups, tools=[SECRET], prompt=prompt), "sensitive_always_sent")

    assert (finding.path, finding.severity) == (f"$.prompts[0].{path}", "error")
    assert "“secret”" in finding.message


@pytest.mark.parametrize(
    ("groups", "prompt", "secret"),
    [
        pytest.param([group("g", "secret")], {}, SECRET, id="behind a rule"),
        pytest.param([], {"tools": ["secret"]}, {**SECRET, "allow": VIP}, id="allowed to some"),
        pytest.param([group("g", "secret", matcher=None, enabled=False)], {}, SECRET, id="in a disabled group"),
        pytest.param([group("g", "secret", matcher=None)], {"groups": []}, SECRET, id="in no prompt"),
        pytest.param([], {"tools": ["secret"]}, tool("secret"), id="not sensitive"),
    ],
)
def test_a_sensitive_tool_that_is_not_always_sent(groups: list[Json], prompt: Json, secret: Json) -> None:
    assert not paths(document(*groups, tools=[secret], prompt=prompt), "sensitive_always_sent")


def test_a_rule_that_allows_everybody_protects_nothing() -> None:
    linted = document(tools=[{**SECRET, "allow": ALWAYS}], prompt={"tools": ["secret"]})

    assert paths(linted, "sensitive_always_sent")


def many(number: int, prefix: str = "t") -> list[str]:
    return [f"{prefix}{place}" for place in range(number)]


def test_more_tools_than_a_provider_takes_when_one_group_hits() -> None:
    large, small = group("large", *many(100)), group("small", *many(100, "s"))
    keys = [*many(100), *many(100, "s"), *many(30, "o")]
    linted = document(large, small, tools=[tool(key) for key in keys], prompt={"tools": many(30, "o")})

    [finding] = findings(linted, "too_many_tools", formats=["openai", "anthropic", "gemini"])

    assert (finding.path, finding.severity) == ("$.prompts[0].groups", "error")
    assert finding.params == {"tools": 130, "limit": 128, "formats": "openai"}


def test_as_many_tools_as_a_provider_takes() -> None:
    linted = document(tools=[tool(key) for key in many(128)], prompt={"tools": many(128)})

    assert not paths(linted, "too_many_tools", formats=["openai"])


def test_too_many_tools_of_the_prompt_alone() -> None:
    linted = document(tools=[tool(key) for key in many(129)], prompt={"tools": many(129)})

    assert paths(linted, "too_many_tools", formats=["openai"]) == ["$.prompts[0].tools"]


@pytest.mark.parametrize(("most", "told"), [(19, True), (20, False)])
def test_the_tokens_of_what_every_request_gets(most: int, *, told: bool) -> None:
    linted = document(group("g", "b", matcher=None), group("h", "c"), tools=[tool(key) for key in "abc"])
    linted["prompts"][0]["tools"] = ["a"]
    linted["prompts"].append({"name": "other", "tools": ["a"]})

    found = findings(linted, "tools_over_tokens", tokens=lambda text: 10, most_tokens=most)

    params = {"tokens": 20, "limit": 19, "tools": 2}
    assert [(finding.path, finding.params) for finding in found] == ([("$.prompts[0].tools", params)] if told else [])


def test_without_a_counter_tokens_are_a_quarter_of_the_bytes() -> None:
    linted = document(tools=[tool("t", description="四个汉字" * 4000)], prompt={"tools": ["t"]})

    [finding] = findings(linted, "tools_over_tokens")

    assert 12_000 <= finding.params["tokens"] <= 12_100


@pytest.mark.parametrize(
    ("single", "several", "told"), [(5, 5, True), (4, 0, False), (5, 6, False)], ids=["half", "few", "less than half"]
)
def test_groups_of_one_tool_in_numbers(single: int, several: int, *, told: bool) -> None:
    groups = [
        *(group(f"one{number}", "a") for number in range(single)),
        *(group(f"two{number}", "a", "b") for number in range(several)),
    ]
    linted = document(*groups, tools=[tool("a"), tool("b")])

    assert paths(linted, "one_tool_groups") == (["$.prompts[0].groups"] if told else [])
