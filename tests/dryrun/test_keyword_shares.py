"""Which keywords lint learns to be common from the scenarios of the prompts that look for them."""

import time
from typing import Any

import pytest

from tests.catalog.building import contains, load, shared
from toolgroups_admin.catalog import problems
from toolgroups_admin.catalog.models import Kind
from toolgroups_admin.dryrun.keyword_shares import keyword_shares
from toolgroups_admin.dryrun.models import Scenario

pytestmark = pytest.mark.django_db
QUICK_SECONDS = 1.0  # takes 0.1


def scenarios(prompt: str, *texts: str, before: str = "") -> None:
    begun = [{"role": "user", "content": before}, {"role": "assistant", "content": "?"}] if before else []
    there = Scenario.objects.count()
    Scenario.objects.bulk_create(
        Scenario(
            name=f"{there + number}",
            prompt=prompt,
            context={"prompt": prompt, "messages": [*begun, {"role": "user", "content": text}]},
        )
        for number, text in enumerate(texts)
    )


def prompt_with(*rules: Any, name: str = "p", **sections: Any) -> None:
    groups = [{"name": f"{name}-{number}", "matcher": rule} for number, rule in enumerate(rules)]
    load(groups=groups, prompts=[{"name": name, "groups": [group["name"] for group in groups]}], **sections)


def test_a_keyword_in_most_chats_is_known_with_its_share() -> None:
    prompt_with(contains("my order", "refund"))
    scenarios("p", *["where is my order"] * 8, "refund", "hello")

    assert keyword_shares() == {"my order": 0.8}


def test_nine_chats_say_nothing() -> None:
    prompt_with(contains("order"))
    scenarios("p", *["order"] * 9)

    assert keyword_shares() is None


def test_only_chats_of_prompts_that_look_for_the_keyword_count() -> None:
    prompt_with(contains("order"), name="p")
    prompt_with(contains("weather"), name="q")
    scenarios("p", *["order and weather"] * 10)
    scenarios("q", *["order and weather"] * 9)

    assert keyword_shares() == {"order": 1.0}


def test_keywords_of_shared_rules_and_below_others_are_looked_for() -> None:
    rule = {"kind": "all", "rules": [{"kind": "not", "rule": shared("r")}, {**contains("ORDER"), "ignore_case": True}]}
    prompt_with(rule, rules=[{"name": "r", "definition": contains("where")}])
    scenarios("p", *["where is my order"] * 10)

    assert keyword_shares() == {"where": 1.0, "ORDER": 1.0}


@pytest.mark.parametrize(
    ("scope", "share"),
    [({}, {}), ({"scope": "all_user"}, {"refund": 1.0}), ({"scope": "last_n_user", "n": 2}, {"refund": 1.0})],
)
def test_a_keyword_is_looked_for_where_its_rule_looks(scope: dict[str, Any], share: dict[str, float]) -> None:
    prompt_with({**contains("refund"), **scope})
    scenarios("p", *["yes"] * 10, before="a refund")

    assert keyword_shares() == share


def test_lint_warns_of_it_with_the_figure() -> None:
    prompt_with(contains("order"))
    scenarios("p", *["order"] * 7, *["else"] * 3)
    problems._kept.clear()

    [problem] = [each for each in problems.draft_problems().all if each.rule == "keyword_common"]

    assert (problem.severity, problem.kind, problem.identity) == ("warning", Kind.GROUP, "p-0")
    assert problem.said.params == {"keyword": "order", "percent": 70}
    problems._kept.clear()


def test_thousands_of_keywords_take_no_time_to_speak_of() -> None:
    prompt_with(*(contains(*(f"word-{number}-{each}" for each in range(20))) for number in range(250)))
    scenarios("p", *["where is my order, and what of word-3-3 and word-4-4?"] * 250)
    start = time.perf_counter()

    assert set(keyword_shares() or {}) == {"word-3-3", "word-4-4"}

    assert time.perf_counter() - start < QUICK_SECONDS
