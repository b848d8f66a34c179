"""Changes in words."""

from typing import Any

import pytest
from django.utils.translation import override

from tests.releases.editing import ALWAYS, contains
from toolgroups_admin.catalog.models import Change, Fragment, Kind
from toolgroups_admin.engine import canonical_text
from toolgroups_admin.releases.wording import headline, sentences


def change(before: dict[str, Any] | None, after: dict[str, Any] | None, kind: Kind = Kind.GROUP) -> Change:
    return Change(kind=kind, identity="g", before=state(before), after=state(after))


def state(members: dict[str, Any] | None) -> Fragment | None:
    text = canonical_text(members)
    return None if members is None else Fragment(digest=text[:64], text=text)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (None, {}, "Tool group “g” is new"),
        ({}, None, "Tool group “g” is deleted"),
        ({}, {"enabled": False}, "Tool group “g” changes"),
    ],
)
def test_the_headline_names_the_object_and_what_becomes_of_it(before: Any, after: Any, words: str) -> None:
    assert headline(change(before, after)) == words


def test_an_object_that_is_made_or_goes_needs_no_sentences() -> None:
    assert sentences(change(None, {"title": "x"})) == sentences(change({"title": "x"}, None)) == []


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({"enabled": False}, {}, ["Enabled: switched on"]),
        ({}, {"enabled": False}, ["Enabled: switched off"]),
        ({}, {"sensitive": True}, ["Sensitive: switched on"]),
        ({"sensitive": True}, {}, ["Sensitive: switched off"]),
        ({"tools": ["a"]}, {"tools": ["a", "b", "c"]}, ["Tools: “b”, “c” added"]),
        ({"tools": ["a", "b"]}, {}, ["Tools: “a”, “b” removed"]),
        ({"tools": ["a", "b"]}, {"tools": ["b", "a"]}, ["Tools: the order changes"]),
        (
            {"tools": ["a", "b", "c"]},
            {"tools": ["d", "c", "a"]},
            ["Tools: “d” added", "Tools: “b” removed", "Tools: the order changes"],
        ),
        ({"groups": ["a"]}, {"groups": ["a", "b"]}, ["Groups: “b” added"]),
        ({}, {"system_prompt": "x"}, ["System prompt is added"]),
        ({"system_prompt": "x"}, {}, ["System prompt is removed"]),
        ({"title": "x"}, {"title": "y"}, ["Title: “x” becomes “y”"]),
        ({"system_prompt": "x\ny"}, {"system_prompt": "y"}, ["System prompt changes"]),
        ({"title": "x" * 61}, {"title": "y"}, ["Title changes"]),
        ({"metadata": {"a": 1}}, {"metadata": {"a": 2}}, ["Metadata changes"]),
        ({"parameters": {}}, {"parameters": {"type": "object"}}, ["Parameters changes"]),
    ],
)
def test_each_member_that_differs_is_a_sentence(before: Any, after: Any, words: list[str]) -> None:
    assert sentences(change(before, after)) == words


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (contains("a"), contains("a", "b"), ["Rule: keyword “b” added"]),
        (contains("a", "b"), contains("b", "c"), ["Rule: keyword “c” added", "Rule: keyword “a” removed"]),
        (contains("a", "b"), contains("b", "a"), ["Rule changes"]),
        (
            {"kind": "all", "rules": [contains("a"), ALWAYS]},
            {"kind": "any", "rules": [contains("a", "b"), ALWAYS]},
            ["Rule changes", "Rule: keyword “b” added"],
        ),
        (
            {"kind": "not", "rule": contains("a")},
            {"kind": "not", "rule": contains("b")},
            ["Rule: keyword “b” added", "Rule: keyword “a” removed"],
        ),
        (None, contains("a"), ["Rule is added"]),
        (contains("a"), None, ["Rule is removed"]),
    ],
)
def test_keywords_of_a_rule_are_named(before: Any, after: Any, words: list[str]) -> None:
    old, new = ({} if rule is None else {"matcher": rule} for rule in (before, after))

    assert sentences(change(old, new)) == words


def test_the_words_are_those_of_the_page() -> None:
    with override("zh-hans"):
        said = sentences(change({"tools": ["a"]}, {"tools": ["b", "c"]}))

    assert said == ["工具：新增“b”、“c”", "工具：移除“a”"]
