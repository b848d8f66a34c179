"""The list of a prompt's tool choices shows whatever was sent in its place."""

import pytest

from toolgroups_admin.catalog.admin.tool_choice_input import ToolChoiceInput


@pytest.mark.parametrize("typed", ['"\\ud800"', "[" * 20_000, "NaN", "9" * 5000, "{"])
def test_what_is_no_json_is_shown_as_it_was_sent(typed: str) -> None:
    shown = ToolChoiceInput().render("tool_choice", typed)

    assert shown.encode()
    assert shown.count("selected") == 1


def test_json_is_known_whatever_its_spaces() -> None:
    asked = ToolChoiceInput(choices=[('{"tool": "a"}', "a")])

    assert asked.render("tool_choice", '{ "tool":"a" }').count("<option") == 1
