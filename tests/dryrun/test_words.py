"""Why a group hits or misses, in sentences, for every kind of rule and in both languages."""

import re
from typing import Any

import pytest
from django.utils import translation

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.reason_words import CLAUSES
from toolgroups_admin.catalog.rule_words import asks
from toolgroups_admin.dryrun.pages import trial_of
from toolgroups_admin.dryrun.shown_answers import shown_answer
from toolgroups_admin.dryrun.shown_groups import ShownGroup
from toolgroups_admin.dryrun.sources import Compiled
from toolgroups_admin.dryrun.typed import Attribute, Turn, Typed
from toolgroups_admin.engine import REASONS, compile_catalog, matcher

NOBODY = User(is_active=False)
MONDAY = '{"now": "2026-11-30T09:00:00+08:00", "bot_id": 7, "conversation_id": "c-1"}'
Json = dict[str, Any]


@matcher("dryrun-tests-yes")
def yes(context: Any) -> bool:
    return True


@matcher("dryrun-tests-fails")
def fails(context: Any, how: str = "badly") -> bool:
    raise RuntimeError(how)


def contains(*keywords: str, **members: Any) -> Json:
    return {"kind": "prompt_contains", "keywords": list(keywords), **members}


def condition(field: str, op: str, *value: Any, **members: Any) -> Json:
    return {"kind": "condition", "field": field, "op": op, **({"value": value[0]} if value else {}), **members}


def shown(rule: Json, *, text: str = "订单 42", **group: Any) -> ShownGroup:
    """A group with the rule as the page shows it, for a user who says the text on a Monday morning."""
    document = {
        "format": 1,
        "rules": [{"name": "has-account", "definition": condition("account_id", "exists")}],
        "groups": [{"name": "g", "matcher": rule, **group}],
        "prompts": [{"name": "p", "groups": ["g"]}],
    }
    typed = Typed(
        prompt="p", turns=(Turn("user", text),), attributes=(Attribute("plan", "text", "basic"),), further=MONDAY
    )
    trial = trial_of(typed, Compiled(document, compile_catalog(document)))
    [only] = shown_answer(trial, typed, NOBODY).groups
    return only


RULES: list[tuple[Json, str]] = [
    ({"kind": "always"}, "Hits because its rule is “always”."),
    (contains("订单"), "Hits because “订单” stands in the message."),
    (contains("天气", "下雨"), "Misses because the message has none of “天气”, “下雨”."),
    (contains(" "), "Misses because the rule has no keyword."),
    ({"kind": "prompt_matches", "pattern": r"\d+"}, "Hits because the pattern “\\d+” finds “42”."),
    ({"kind": "prompt_matches", "pattern": "x{3}"}, "Misses because the pattern “x{3}” finds nothing."),
    (condition("attributes.plan", "equals", "basic"), "Hits because attributes.plan is “basic”."),
    (
        condition("attributes.plan", "in", ["pro", "max"]),
        "Misses because attributes.plan is “basic”; wanted: is one of “pro”, “max”.",
    ),
    (condition("attributes.plan", "exists"), "Hits because attributes.plan is there."),
    (condition("account_id", "exists"), "Misses because account_id is missing."),
    (
        condition("attributes.plan", "gt", 3),
        "Unknown, so it misses, because attributes.plan is “basic”, a type that “is greater than” cannot take.",
    ),
    (condition("bot_id", "gte", 8), "Misses because bot_id is 7; wanted: is at least 8."),
    (
        {"kind": "expression", "expression": "ctx.bot_id > 3"},
        "Hits because the expression “ctx.bot_id > 3” is true.",
    ),
    (
        {"kind": "expression", "expression": "ctx.bot_id < 3"},
        "Misses because the expression “ctx.bot_id < 3” is false.",
    ),
    ({"kind": "python", "name": "dryrun-tests-yes"}, "Hits because the matcher “dryrun-tests-yes” said yes."),
    ({"kind": "rule", "name": "has-account"}, "Misses because account_id is missing."),
    (
        {"kind": "schedule", "from": "2026-12-01T00:00:00+08:00", "timezone": "Asia/Shanghai"},
        "Misses because the schedule begins only at “2026-12-01T00:00:00+08:00”.",
    ),
    (
        {"kind": "schedule", "until": "2026-11-01T00:00:00+08:00", "timezone": "Asia/Shanghai"},
        "Misses because the schedule ended at “2026-11-01T00:00:00+08:00”.",
    ),
    (
        {
            "kind": "schedule",
            "weekly": [{"days": ["sat", "sun"], "start": "09:00", "end": "18:00"}],
            "timezone": "Asia/Shanghai",
        },
        "Misses because “2026-11-30T09:00:00+08:00” is outside the weekly windows.",
    ),
    ({"kind": "all", "rules": [contains("订单"), contains("x")]}, "Misses because the message has none of “x”."),
    (contains(*"abcdefgh"), "Misses because the message has none of “a”, “b”, “c”, “d”, “e”, “f” …"),
    ({"kind": "any", "rules": [contains("x"), contains("订单")]}, "Hits because “订单” stands in the message."),
    (
        {"kind": "any", "rules": [{"kind": "all", "rules": [contains("a"), contains("b")]}, contains("c")]},
        "Misses because the message has none of “c”.",
    ),
    ({"kind": "not", "rule": contains("订单")}, "Misses because “订单” stands in the message."),
    ({"kind": "not", "rule": contains("x")}, "Hits because the message has none of “x”."),
    (
        {"kind": "not", "rule": {"kind": "all", "rules": [contains("x"), contains("订单")]}},
        "Hits because the message has none of “x”.",
    ),
    (
        {"kind": "all", "rules": [contains(letter) for letter in "abcdef"]},
        "Misses because the message has none of “a”; the message has none of “b”; the message has none of “c”; "
        "the message has none of “d”; and 2 more.",
    ),
]


@pytest.mark.parametrize(("rule", "sentence"), RULES)
def test_the_sentence_says_what_the_verdict_hangs_on(rule: Json, sentence: str) -> None:
    with translation.override("en"):
        assert shown(rule).why == sentence


@pytest.mark.parametrize("rule", [rule for rule, _sentence in RULES])
def test_the_sentence_in_chinese_has_no_english_word_of_ours(rule: Json) -> None:
    with translation.override("zh-hans"):
        why = shown(rule).why

    of_ours = re.sub(r"“[^”]*”|account_id|attributes\.plan|bot_id", "", why)
    assert why.endswith("。")
    assert not re.findall(r"[A-Za-z]{2,}", of_ours), why


def test_a_matcher_that_fails_is_told_with_its_words() -> None:
    with translation.override("en"):
        why = shown({"kind": "python", "name": "dryrun-tests-fails", "args": {"how": "no network"}}).why

    assert why.startswith("Unknown, so it misses, because the matcher “dryrun-tests-fails” failed: ")
    assert "no network" in why


def test_a_rollout_says_where_the_value_lies() -> None:
    rollout = {"kind": "rollout", "percent": 100, "by": "conversation_id", "salt": "s"}
    with translation.override("en"):
        inside, outside = shown(rollout).why, shown({**rollout, "percent": 0}).why

    assert re.fullmatch(r"Hits because conversation_id lies at [\d.]+ percent, inside the first 100\.", inside)
    assert re.fullmatch(r"Misses because conversation_id lies at [\d.]+ percent, outside the first 0\.", outside)


def test_a_disabled_group_says_that_it_is_not_judged() -> None:
    with translation.override("en"):
        group = shown(contains("订单"), enabled=False)

    assert (group.verdict, group.why) == ("disabled", "Disabled, so it is not judged.")


def test_a_switched_off_group_says_where() -> None:
    document = {"format": 1, "groups": [{"name": "g"}], "prompts": [{"name": "p", "groups": ["g"]}]}
    catalog = compile_catalog(document, switched_off=frozenset({"group:g"}))
    typed = Typed(prompt="p")

    with translation.override("en"):
        [group] = shown_answer(trial_of(typed, Compiled(document, catalog)), typed, NOBODY).groups

    assert (group.verdict, group.why) == ("disabled", "Switched off in this environment.")


def test_no_message_with_a_text_is_a_reason() -> None:
    document = {
        "format": 1,
        "groups": [{"name": "g", "matcher": contains("x")}],
        "prompts": [{"name": "p", "groups": ["g"]}],
    }
    typed = Typed(prompt="p", turns=())

    with translation.override("en"):
        trial = trial_of(typed, Compiled(document, compile_catalog(document)))
        [group] = shown_answer(trial, typed, NOBODY).groups

    assert group.why == "Misses because there is no message with a text to look at."


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        (contains("a", "b", scope="all_user"), "Any user message contains any of [a] [b]"),
        (contains(*map(str, range(14)), scope="conversation"), "… and 2 more"),
        (contains("a", scope="last_n_user", n=3), "One of the last 3 user messages contains any of [a]"),
        (contains("a", ignore_case=True), "The last user message contains any of [a] (ignoring case)"),
        ({"kind": "prompt_matches", "pattern": "a+"}, "The last user message matches the pattern [a+]"),
        (condition("model", "starts_with", "qwen", ignore_case=True), "[model] starts with [qwen] (ignoring case)"),
        (condition("bot_id", "in", [1, "a"]), "[bot_id] is one of [1] [a]"),
        (condition("bot_id", "exists"), "[bot_id] has a value"),
        ({"kind": "python", "name": "m", "args": {"n": 1}}, 'Matcher in code [m] [{"n": 1}]'),
        ({"kind": "python", "name": "m"}, "Matcher in code [m]"),
        ({"kind": "rule", "name": "r"}, "Shared rule [r]"),
        ({"kind": "expression", "expression": "true"}, "Expression [true]"),
        (
            {"kind": "rollout", "percent": 2.5, "by": "bot_id", "salt": "s"},
            "2.5 percent of all values of [bot_id] with the salt [s]",
        ),
        (
            {
                "kind": "schedule",
                "from": "F",
                "until": "U",
                "weekly": [{"days": ["mon", "fri"], "start": "09:00", "end": "18:00"}],
                "timezone": "Asia/Shanghai",
            },
            "from [F] until [U] Monday, Friday [09:00–18:00] (Asia/Shanghai)",
        ),
        ({"kind": "schedule"}, "At any time"),
        ({"kind": "all", "rules": []}, "All of these"),
        ({"kind": "any", "rules": []}, "Any of these"),
        ({"kind": "not", "rule": {}}, "Not"),
        ({"kind": "always"}, "Always"),
    ],
)
def test_a_node_says_in_one_line_what_it_asks_for(rule: Json, line: str) -> None:
    with translation.override("en"):
        parts = [f"[{part.text}]" if part.is_value else part.text for part in asks(rule)]

    assert " ".join(parts).endswith(line.removeprefix("… "))


def test_only_reasons_of_the_engine_have_clauses() -> None:
    assert CLAUSES.keys() <= REASONS.keys()


def test_a_node_shows_its_note_what_was_found_and_what_was_wanted() -> None:
    [node] = shown({**condition("attributes.plan", "equals", "pro"), "note": "for paying customers"}).nodes or ()

    assert (node.note, node.actual, node.expected) == ("for paying customers", "basic", "pro")
    assert (node.verdict, node.is_blocker, node.level) == ("false", True, 1)


def test_the_nodes_stand_in_the_order_of_the_rule_with_their_depth() -> None:
    rule = {"kind": "all", "rules": [{"kind": "not", "rule": contains("x")}, {"kind": "rule", "name": "has-account"}]}

    nodes = shown(rule).nodes or ()

    assert [node.level for node in nodes] == [1, 2, 3, 2, 3]
    assert [node.is_blocker for node in nodes] == [False, False, False, False, True]
