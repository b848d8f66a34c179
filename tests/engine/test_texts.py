"""What counts as text, as blank and as the same letter: contracts 1 and 2."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgroups_admin.engine.texts import fold, is_blank, text_of


@pytest.mark.parametrize(
    "text", ["", " ", "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f", "\u3000", "\u2003\u2028\u2029\u205f\u1680"]
)
def test_java_whitespace_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["\u00a0", "\u2007", "\u202f", "\u0085", "\u200b", "\ufeff", " x "])
def test_no_break_spaces_and_invisible_letters_are_not_blank(text: str) -> None:
    assert not is_blank(text)


@given(st.text("ΑΣσςaİßSs "), st.text("ΑΣσςaİßSs "))
def test_folding_parts_and_folding_the_whole_agree(left: str, right: str) -> None:
    assert fold(left) + fold(right) == fold(left + right)


@pytest.mark.parametrize(("text", "folded"), [("ß", "ß"), ("İ", "i̇"), ("ΟΔΟΣ", "οδοσ"), ("ς", "σ"), ("K", "k")])
def test_folding_is_lower_case_by_the_root_rules_with_one_sigma(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("hello", "hello"),
        ("", ""),
        (None, None),
        ([], None),
        ([{"type": "text", "text": "a"}, {"type": "image_url"}, {"type": "input_text", "text": "b"}], "a\nb"),
        ([{"type": "text", "text": None}, {"type": "image_url", "text": "no"}], None),
        ([{"type": [], "text": "no"}, {"type": {}, "text": "no"}, {"text": "no"}], None),
    ],
)
def test_the_text_of_a_message(content: Any, text: str | None) -> None:
    assert text_of({"role": "user", "content": content}) == text


def test_a_message_without_content_has_no_text() -> None:
    assert text_of({"role": "assistant"}) is None
