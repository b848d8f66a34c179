"""JSON paths as faults show them."""

from toolgroups_admin.engine.paths import ROOT, at


def test_plain_names_follow_a_dot_and_places_stand_in_brackets() -> None:
    assert at(ROOT, "groups", 0, "matcher") == "$.groups[0].matcher"


def test_other_names_are_quoted() -> None:
    assert at(ROOT, "a b", 'say "hi"\\', "") == '$["a b"]["say \\"hi\\"\\\\"][""]'


def test_a_name_of_any_length_makes_a_path_that_can_be_shown_a_thousand_times() -> None:
    assert at(ROOT, "k" * 1_000_000, "a") == '$["' + "k" * 200 + '… (1000000 characters)"].a'
    assert at(ROOT, "k" * 200) == "$." + "k" * 200
