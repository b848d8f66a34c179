"""Keywords that find nothing, too much, or never decide."""

import pytest

from tests.engine.linting.linted import Json, any_of, contains, findings, negated, paths, with_matcher
from toolgroups_admin.engine.linting.keywords import shadows

AT = "$.groups[0].matcher"


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        pytest.param(contains(), ".keywords", id="none"),
        pytest.param(contains(" ", "\u3000"), ".keywords", id="blank ones only"),
        pytest.param(negated(contains("")), ".rule.keywords", id="under a not"),
        pytest.param(any_of(contains("order"), contains()), ".rules[1].keywords", id="beside others"),
    ],
)
def test_a_list_without_keywords_is_an_error(rule: Json, path: str) -> None:
    [finding] = findings(with_matcher(rule), "keywords_empty")

    assert (finding.path, finding.severity, finding.field) == (AT + path, "error", "matcher")
    assert not paths(with_matcher(rule), "keyword_blank")


def test_a_list_with_one_keyword_is_none_without() -> None:
    assert not paths(with_matcher(contains("order", " ")), "keywords_empty")


def test_a_blank_keyword_among_others_is_a_note() -> None:
    assert paths(with_matcher(contains("order", "\t")), "keyword_blank") == [f"{AT}.keywords[1]"]
    assert not paths(with_matcher(contains("order", " cat ")), "keyword_blank")


def test_no_break_space_is_no_blank() -> None:
    assert not paths(with_matcher(contains("\u00a0\u00a0")), "keywords_empty")


@pytest.mark.parametrize("keyword", ["a", "退", "🎁"])
def test_a_keyword_of_one_character(keyword: str) -> None:
    [finding] = findings(with_matcher(contains("order", keyword)), "keyword_of_one_character")

    assert finding.path == f"{AT}.keywords"
    assert finding.params == {"keywords": keyword}


@pytest.mark.parametrize("keyword", ["退款", " a ", "ab"])
def test_a_keyword_of_more_characters(keyword: str) -> None:
    assert not paths(with_matcher(contains(keyword)), "keyword_of_one_character")


def test_a_keyword_that_holds_a_shorter_one_is_shown_with_it() -> None:
    [finding] = findings(with_matcher(contains("天气预报", "天气", "order")), "keyword_shadowed")

    assert finding.params == {"keywords": "天气预报 (天气)"}


def test_case_counts_for_shadows_where_it_counts_for_the_rule() -> None:
    assert not paths(with_matcher(contains("ORDERS", "order")), "keyword_shadowed")
    assert paths(with_matcher(contains("ORDERS", "order", ignore_case=True)), "keyword_shadowed")


def test_a_keyword_shadows_none_of_another_node_and_not_itself() -> None:
    assert not paths(with_matcher(any_of(contains("orders"), contains("order"))), "keyword_shadowed")
    assert not paths(with_matcher(contains("order", "order")), "keyword_shadowed")


def test_only_the_first_shadowed_keywords_are_shown() -> None:
    [finding] = findings(with_matcher(contains("or", *(f"or{number}" for number in range(20)))), "keyword_shadowed")

    assert finding.params["keywords"].count("(or)") == 10
    assert finding.params["keywords"].endswith("…")


def test_the_shortest_one_is_the_shadow() -> None:
    assert list(shadows(["abc", "ab", "b", "x"])) == [("abc", "b"), ("ab", "b")]


@pytest.mark.parametrize(("share", "told"), [(0.61, True), (0.6, False)])
def test_a_keyword_that_most_contexts_hold(share: float, *, told: bool) -> None:
    linted = with_matcher(contains("order", "the"))

    assert bool(paths(linted, "keyword_common", evidence={"the": share})) is told


def test_a_common_keyword_is_told_with_its_place_and_share() -> None:
    [finding] = findings(with_matcher(contains("order", "the")), "keyword_common", evidence={"the": 0.876})

    assert finding.path == f"{AT}.keywords[1]"
    assert "88 %" in finding.message


def test_without_evidence_nothing_is_common() -> None:
    assert not paths(with_matcher(contains("the")), "keyword_common")
