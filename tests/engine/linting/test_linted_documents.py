"""Lint as a whole: one of each fault, order, words, and that it takes any legal document."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from time import thread_time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.documents import documents
from tests.engine.linting.linted import document, group, tool, with_tool
from tests.engine.linting.one_of_each import EVIDENCE, FUNCTIONS, MOST_TOKENS, NOW, one_of_each
from toolgroups_admin.engine import LINT_RULES, InvalidDocument, UnknownFormat, Words, compile_catalog, lint

GOLDEN = sorted((Path(__file__).parents[1] / "cases" / "golden").glob("*.json"))


def test_a_document_with_one_of_each_fault_reports_each_exactly_once() -> None:
    found = lint(one_of_each(), now=NOW, evidence=EVIDENCE, functions=FUNCTIONS, most_tokens=MOST_TOKENS)

    assert sorted(finding.rule for finding in found) == sorted(LINT_RULES)


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    assert lint(with_tool(), now=NOW, evidence={}) == ()


def test_findings_stand_in_the_order_of_the_document() -> None:
    linted = document(
        group("g", "b", "a"), tools=[tool("b", description=""), tool("a", sensitive=True, title="\u200b")]
    )
    linted["prompts"][0]["tools"] = ["a"]
    linted["groups"][0]["system_prompt"] = "\u200b"

    found = [(finding.kind, finding.identity, finding.rule) for finding in lint(linted)]

    assert found == [
        ("tool", "b", "description_missing"),
        ("tool", "a", "hidden_characters"),
        ("group", "g", "hidden_characters"),
        ("prompt", "service", "sensitive_always_sent"),
    ]


def test_a_finding_reads_as_one_line() -> None:
    [finding] = lint(with_tool(name="calendar.update"))

    assert str(finding) == (
        "$.tools[0].name: warning: openai, openai-responses, anthropic, gemini: the name is refused, and another one"
        " is sent in its place. Change the tool so that all providers take it as it is written. [provider_changes]"
    )


def test_an_illegal_document_is_refused_as_the_compiler_refuses_it() -> None:
    with pytest.raises(InvalidDocument):
        lint({"format": 1, "tools": [{}]})


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(UnknownFormat):
        lint(with_tool(), formats=["morse"])


@pytest.mark.parametrize("rule", LINT_RULES.values(), ids=lambda rule: rule.id)
def test_the_words_of_every_rule_are_whole_sentences_over_what_is_found(rule: Any) -> None:
    [finding] = [
        each
        for each in lint(one_of_each(), now=NOW, evidence=EVIDENCE, functions=FUNCTIONS, most_tokens=MOST_TOKENS)
        if each.rule == rule.id
    ]
    wanted = {name for text in (rule.why, rule.remedy) for _, name, _, _ in Formatter().parse(text) if name}

    assert wanted <= set(finding.params)
    assert finding.message[-1] in ".”"
    assert finding.remedy.endswith(".")
    assert re.fullmatch(r"[a-z_]+", rule.id)
    assert not rule.title.endswith(".")


def test_words_among_the_params_are_marked_for_pages() -> None:
    [finding] = lint(with_tool(name="calendar.update"))

    assert [name for name, value in finding.params.items() if isinstance(value, Words)] == ["problem"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_lint_takes_any_legal_document_and_finds_the_same_again(linted: dict[str, Any]) -> None:
    found = lint(linted, now=datetime(2026, 1, 1, tzinfo=UTC), evidence={})

    assert lint(linted, now=datetime(2026, 1, 1, tzinfo=UTC), evidence={}) == found
    assert all(finding.message and finding.remedy and finding.rule in LINT_RULES for finding in found)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case.stem)
def test_lint_takes_the_document_of_every_golden_case(case: Path) -> None:
    linted = json.loads(case.read_text("utf-8"))["document"]

    found = lint(linted, now=NOW, evidence={})

    assert all(str(finding) for finding in found)


def test_linting_a_thousand_groups_costs_no_more_than_compiling_them_some_times_over() -> None:
    names = [f"keyword-{number}" for number in range(1000)]
    linted = document(*(group(name, name) for name in names))

    assert seconds_of(lint, linted) < 15 * seconds_of(compile_catalog, linted)


def seconds_of(work: Callable[[Any], Any], subject: Any) -> float:
    """The CPU time of the quickest of some tries."""
    tries = []
    for _ in range(3):
        begun = thread_time()
        work(subject)
        tries.append(thread_time() - begun)
    return min(tries)
