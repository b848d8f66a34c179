"""Keywords and patterns: contracts 1 to 3."""

from typing import Any

import pytest

from tests.engine.rules.ruling import all_of, chat, contains, matches, negated, refusal, ruling, says
from toolgroups_admin.engine.context import ChatContext
from toolgroups_admin.engine.rule import Span

CATASTROPHIC = "(?:a|aa)+$"
LONG = "a" * 4000 + "!"


@pytest.mark.parametrize(
    ("keyword", "text", "found"),
    [
        ("天气", "上海天气怎么样", True),
        ("天气", "介绍一下上海", False),
        (" cat ", "the cat sat", True),
        (" cat ", "concatenate", False),
        ("cat", "concatenate", True),
        ("Order", "order", False),
        ("\u00a0", "a\u00a0b", True),
        ("é", "e\u0301", False),
        ("Σ", "ΑΣ", True),
        ("σ", "ΑΣ", False),
        ("ΑΣ", "ΑΣΑ", True),
    ],
)
def test_a_keyword_is_a_substring_letter_by_letter(keyword: str, text: str, found: bool) -> None:
    assert ruling(contains(keyword)).verdict(says(text)) is found


@pytest.mark.parametrize(
    ("keyword", "text", "found"),
    [
        ("ORDER", "my order", True),
        ("İ", "i\u0307", True),
        ("i", "İ", True),
        ("straße", "STRASSE", False),
        ("STRAßE", "straße", True),
        ("Σ", "ΑΣ", False),  # as in Java: the one sigma is lowered alone, the other at the end of a word
        ("ΑΣ", "ας", True),
        ("ΑΣ", "ΑΣΑ", False),
        ("ΑΣΑ", "ασα", True),
        ("É", "e\u0301", False),
    ],
)
def test_ignoring_case_lower_cases_both_sides_by_the_root_rules(keyword: str, text: str, found: bool) -> None:
    assert ruling(contains(keyword, ignore_case=True)).verdict(says(text)) is found


def test_of_two_keywords_that_differ_in_case_each_is_looked_for() -> None:
    both = ruling(contains("Ab", "aB"))

    assert both.verdict(says("xaBx")) is True
    assert both.verdict(says("xABx")) is False


def test_a_plain_keyword_hits_beside_a_sigma_that_does_not() -> None:
    assert ruling(contains("ΑΣ", "x", ignore_case=True)).verdict(says("ΑΣΑ x")) is True


@pytest.mark.parametrize("keywords", [[], [""], [" ", "\t\n", "\u3000"]])
def test_without_a_keyword_that_is_not_blank_nothing_is_found_and_the_opposite_is_true(keywords: list[str]) -> None:
    assert ruling(contains(*keywords)).verdict(says(" \u3000\t\n")) is False
    assert ruling(negated(contains(*keywords))).verdict(says("x")) is True
    assert ruling(contains(*keywords)).evidence(says("x")).reason == "no_keywords"


@pytest.mark.parametrize("content", [None, [], [{"type": "image_url"}]])
def test_a_message_without_text_holds_nothing(content: Any) -> None:
    assert ruling(contains("a")).verdict(says(content)) is False
    assert ruling(matches(".*")).verdict(says(content)) is False
    assert ruling(contains("a")).evidence(says(content)).reason == "no_text"
    assert ruling(matches(".*")).evidence(says(content)).reason == "no_text"


def test_text_parts_are_joined_by_a_newline() -> None:
    parts = [{"type": "text", "text": "one"}, {"type": "input_text", "text": "two"}]

    assert ruling(contains("one\ntwo")).verdict(says(parts)) is True


CONVERSATION = chat(
    [
        ("system", "system"),
        ("user", "weather in Paris"),
        ("assistant", "Sure?"),
        ("user", "when"),
        ("tool", "tool"),
        ("user", "do it"),
        ("user", None),
    ]
)


@pytest.mark.parametrize(
    ("keyword", "scope", "found"),
    [
        ("weather", {}, False),
        ("weather", {"scope": "all_user"}, True),
        ("weather", {"scope": "last_n_user", "n": 3}, False),
        ("weather", {"scope": "last_n_user", "n": 4}, True),
        ("Sure", {"scope": "all_user"}, False),
        ("Sure", {"scope": "conversation"}, True),
        ("system", {"scope": "conversation"}, False),
        ("tool", {"scope": "conversation"}, False),
        ("Paris\nwhen", {"scope": "all_user"}, False),
    ],
)
def test_the_scope_says_which_messages_are_read_each_alone(keyword: str, scope: dict[str, Any], found: bool) -> None:
    assert ruling(contains(keyword, **scope)).verdict(CONVERSATION) is found
    assert ruling(matches(keyword, **scope)).verdict(CONVERSATION) is found


def test_the_last_user_message_decides_also_when_it_has_no_text() -> None:
    assert ruling(contains("it")).verdict(CONVERSATION) is False


@pytest.mark.parametrize("rule", [contains("a"), matches("a")])
def test_n_goes_with_its_scope_alone(rule: dict[str, Any]) -> None:
    assert refusal({**rule, "scope": "last_n_user"}) == [("missing_n", "$.matcher.n")]
    assert refusal({**rule, "scope": "all_user", "n": 2}) == [("unexpected_n", "$.matcher.n")]


def test_a_pattern_is_found_anywhere() -> None:
    assert ruling(matches("[\u4e00-\u9fa5]{2}")).verdict(says("abc 天气 def")) is True
    assert ruling(matches("^天气$")).verdict(says("abc 天气 def")) is False


def test_a_pattern_that_cannot_be_read_is_refused_with_its_position() -> None:
    assert refusal(matches("a(b")) == [("bad_pattern", "$.matcher.pattern")]


def test_a_pattern_whose_literals_are_absent_is_false_without_a_search() -> None:
    asked = ruling(matches("weather"))
    judging = asked.judging(says("order"))

    assert asked.rule.judge(judging) is False
    assert judging.remembered == {}


def test_a_search_out_of_time_is_unknown_and_so_is_its_opposite() -> None:
    assert ruling(matches(CATASTROPHIC)).verdict(says(LONG)) is None
    assert ruling(negated(matches(CATASTROPHIC))).verdict(says(LONG)) is None
    assert ruling(matches(CATASTROPHIC)).evidence(says(LONG)).reason == "pattern_timeout"


def test_a_later_message_can_still_be_found_after_a_search_out_of_time() -> None:
    assert ruling(matches(CATASTROPHIC, scope="all_user")).verdict(says(LONG, "aa")) is True


def test_a_search_is_made_once_a_request() -> None:
    asked = ruling(matches("a.c"))
    judging = asked.judging(says("abc"))
    asked.rule.judge(judging)
    judging._seconds_left = 0

    assert asked.rule.judge(judging) is True
    assert asked.rule.explain(judging).spans == (Span(0, 0, 3),)


def test_searches_of_nodes_with_one_id_are_kept_apart() -> None:
    asked = ruling(all_of(matches("a.c", id="x"), matches("b.d", id="x")))
    judging = asked.judging(says("abcd"))
    asked.rule.judge(judging)

    assert [child.explain(judging).spans for child in asked.rule.children] == [(Span(0, 0, 3),), (Span(0, 1, 4),)]


def test_what_runs_out_of_time_only_while_explaining_is_not_evaluated() -> None:
    asked = ruling(matches("a.c"))
    judging = asked.judging(says("abc"))
    judging._seconds_left = 0
    judging.explaining = True

    evidence = asked.rule.explain(judging)

    assert (evidence.verdict, evidence.reason) == ("not_evaluated", "not_evaluated")
    assert asked.rule.explain(judging) == evidence


def test_what_ran_out_of_time_before_stays_unknown_while_explaining() -> None:
    asked = ruling(matches("a.c"))
    judging = asked.judging(says("abc"))
    judging._seconds_left = 0
    asked.rule.judge(judging)
    judging.explaining = True

    assert asked.rule.explain(judging).verdict == "unknown"


def test_evidence_of_keywords_names_text_keywords_and_places() -> None:
    evidence = ruling(contains("ab", "c", "  ", scope="all_user")).evidence(says("x", "ab abc"))

    assert (evidence.verdict, evidence.reason) == ("true", "keyword_found")
    assert (evidence.actual, evidence.expected) == ("ab abc", ("ab", "c"))
    assert evidence.spans == (Span(1, 0, 2), Span(1, 3, 5), Span(1, 5, 6))


def test_evidence_of_a_miss_shows_what_was_read_shortened() -> None:
    evidence = ruling(contains("b")).evidence(says("a" * 300))

    assert (evidence.verdict, evidence.reason, evidence.spans) == ("false", "no_keyword_found", ())
    assert evidence.actual == "a" * 199 + "…"


def test_evidence_of_a_pattern_names_the_first_place() -> None:
    evidence = ruling(matches("b+", scope="all_user")).evidence(says("x", "abb", "b"))

    assert (evidence.verdict, evidence.reason) == ("true", "pattern_found")
    assert (evidence.actual, evidence.expected, evidence.spans) == ("abb", "b+", (Span(1, 1, 3),))
    assert ruling(matches("b+")).evidence(says("x")).reason == "pattern_not_found"


def test_places_found_ignoring_case_count_in_the_text_as_received() -> None:
    evidence = ruling(contains("b", ignore_case=True)).evidence(says("İİB"))

    assert evidence.spans == (Span(0, 2, 3),)
    assert ruling(contains("B", ignore_case=True)).evidence(says("ab")).spans == (Span(0, 1, 2),)


def test_a_place_inside_a_letter_that_lower_case_splits_is_the_whole_letter() -> None:
    assert ruling(contains("i", ignore_case=True)).evidence(says("aİ")).spans == (Span(0, 1, 2),)
    assert ruling(contains("\u0307b", ignore_case=True)).evidence(says("aİb")).spans == (Span(0, 1, 3),)


def test_at_most_twenty_places_are_named() -> None:
    assert len(ruling(contains("a", "b")).evidence(says("ab" * 100_000)).spans) == 20


def test_a_lone_surrogate_in_a_text_disturbs_nothing_else() -> None:
    assert ruling(contains("cat")).verdict(says("\ud800 cat \udfff")) is True
    assert ruling(contains("cat")).verdict(says("c\ud800at")) is False


def test_a_request_without_messages_holds_nothing() -> None:
    assert ruling(contains("a")).verdict(ChatContext(prompt="p")) is False
