"""The literals of a catalog are found in one pass, overlapping ones too."""

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from toolgroups_admin.engine.judging import Text
from toolgroups_admin.engine.vocabulary import Vocabulary


def test_overlapping_and_nested_literals_are_all_found() -> None:
    vocabulary = Vocabulary()
    numbers = [vocabulary.add(literal) for literal in ("ab", "bc", "b", "天气")]
    vocabulary.close()

    assert vocabulary.found_in("abc") == frozenset(numbers[:3])
    assert vocabulary.found_in("天气") == {numbers[3]}
    assert vocabulary.found_in("") == frozenset()


def test_a_literal_has_one_number_however_its_letters_are_cased() -> None:
    vocabulary = Vocabulary()

    assert vocabulary.add("ΟΔΟΣ") == vocabulary.add("οδος")


def test_without_literals_nothing_is_found() -> None:
    vocabulary = Vocabulary()
    vocabulary.close()

    assert vocabulary.found_in("anything") == frozenset()


def test_a_text_is_folded_lowered_and_searched_once() -> None:
    vocabulary = Vocabulary()
    number = vocabulary.add("σας")
    vocabulary.close()
    text = Text(0, "ΣΑΣ", vocabulary)

    assert (text.folded, text.lowered, text.found) == ("σασ", "σας", frozenset([number]))
    assert (text.folded is text.folded, text.lowered is text.lowered, text.found is text.found) == (True, True, True)


@given(st.lists(st.text("ab", min_size=1, max_size=14), min_size=1, max_size=60), st.text("ab", max_size=40))
def test_however_literals_end_in_one_another_all_that_occur_are_found(literals: list[str], text: str) -> None:
    vocabulary = Vocabulary()
    numbers = {literal: vocabulary.add(literal) for literal in [*literals, *("a" * length for length in range(1, 20))]}
    vocabulary.close()

    assert vocabulary.found_in(text) == {number for literal, number in numbers.items() if literal in text}


def test_a_literal_is_found_wherever_it_stands_in_a_long_text() -> None:
    vocabulary = Vocabulary()
    number = vocabulary.add("天气预报")
    vocabulary.close()

    for place in (0, 16_381, 16_382, 16_383, 16_384, 32_766, 39_996):
        text = "x" * place + "天气预报" + "x" * (39_996 - place)
        assert vocabulary.found_in(text) == {number}, place


def test_a_thousand_keywords_that_end_in_one_another_are_found_in_a_long_text_in_little_memory() -> None:
    vocabulary = Vocabulary()
    numbers = [vocabulary.add("a" * length) for length in range(1, 1001)]
    vocabulary.close()

    tracemalloc.start()
    found = vocabulary.found_in("a" * 999 + "b" + "a" * 100_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert found == frozenset(numbers)
    assert peak < 64 * 2**20
