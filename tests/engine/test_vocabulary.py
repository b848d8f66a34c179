"""The literals of a catalog are found in one pass, overlapping ones too."""

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

    assert (text.folded, text.lowered, text.found) == ("σασ", "σας", {number})
    assert (text.folded is text.folded, text.lowered is text.lowered, text.found is text.found) == (True, True, True)
