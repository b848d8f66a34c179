"""No pattern is too large, too deep or too strange to be answered quickly: it compiles, or says where it cannot."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolgroups_admin.engine.patterns import JavaPattern, PatternFault, compile_pattern
from toolgroups_admin.engine.patterns.lengths import length
from toolgroups_admin.engine.patterns.parsing import parse

_META = st.text(
    st.sampled_from([*r"\\()[]{}|*+?.^$&-=!<>:#,QEbBdDpPuxhHvVRXGkN01234ims-U", "中", "😀", " ", "\n", "ß"]),
    max_size=40,
)


def _fault(source: str) -> PatternFault:
    with pytest.raises(PatternFault) as caught:
        compile_pattern(source)
    return caught.value


@pytest.mark.parametrize(
    ("source", "position", "says"),
    [
        ("a" * 1001, 1000, "1001 characters"),
        ("(" * 500, 50, "nested more than 50"),
        ("[" * 500, 50, "nested more than 50"),
        ("[a" + "&&a" * 300 + "]", 150, "nested more than 50"),
        ("(?:a{1000}){1000}", 4, "more than 10000"),
        ("((a{1,50}){1,50}){1,50}", 3, "more than 10000"),
        ("(?:a{101}b|(?=c{3})){100,}", 4, "more than 10000"),
        ("a{10001}", 1, "more than 10000"),
        ("(?:" * 13 + "a" + "){2}" * 13, 0, "too large"),
        ("(?:a{99}b){99}" * 70, 0, "too large"),
        (r"\b" * 500, 0, "too large"),
    ],
)
def test_what_is_too_large_is_refused_with_its_place(source: str, position: int, says: str) -> None:
    fault = _fault(source)

    assert (fault.position, says in fault.message) == (position, True)
    assert fault.remedy


@pytest.mark.parametrize(
    "source",
    ["a" * 1000, "(" * 50 + "a" + ")" * 50, "(?:a{100}){100}", "a{10000}", "(?:ab){10000}", "((a{1,20}){1,20}){1,20}"],
)
def test_what_is_just_small_enough_compiles(source: str) -> None:
    assert compile_pattern(source).source == source


@pytest.mark.parametrize(
    ("source", "least", "most"),
    [("(?:^){3}", 0, 0), ("(?:a*){0}", 0, 0), ("(?:a|bc){2}", 2, 4), ("a+", 1, None), ("(?:a|b+)", 1, None)],
)
def test_how_long_what_is_found_can_be_is_known(source: str, least: int, most: int | None) -> None:
    assert length(parse(source)) == (least, most)


@pytest.mark.parametrize("source", ["a\0", "a\ud800", "\udc00"])
def test_nul_and_half_characters_are_refused(source: str) -> None:
    assert "not allowed" in _fault(source).message


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("(a+)+$", "a" * 40 + "!"),
        ("(a|aa)+$", "a" * 40 + "!"),
        ("(?:a|a)*$", "a" * 40 + "!"),
        ("((a{1,20}){1,20}){1,20}$", "a" * 200 + "!"),
        (r"^(\w+\s?)*$", "aaaa " * 40 + "!"),
    ],
)
def test_a_search_without_end_is_stopped_by_its_time_limit(source: str, text: str) -> None:
    compiled = compile_pattern(source).compiled
    started = time.thread_time()

    try:
        found = compiled.search(text, timeout=0.02) is not None
    except TimeoutError:
        found = False

    assert not found
    assert time.thread_time() - started < 0.2


@given(_META)
@example("(?x)[#")
@example("(?x)\\c#")
@example("\\")
@example("\\Q\\")
def test_any_text_compiles_or_says_where_it_cannot(source: str) -> None:
    outcome: JavaPattern | PatternFault
    try:
        outcome = compile_pattern(source)
    except PatternFault as fault:
        outcome = fault

    if isinstance(outcome, PatternFault):
        assert 0 <= outcome.position <= len(source)
        assert outcome.message
        assert outcome.remedy
    else:
        assert outcome.source == source
