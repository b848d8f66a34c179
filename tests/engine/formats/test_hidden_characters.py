"""Characters that a person does not see (field case 22)."""

import pytest

from tests.engine.formats.making_tools import codes, defined, tool, with_property
from toolgroups_admin.engine.formats import FORMATS, definition_of, hidden_characters, problems_of
from toolgroups_admin.engine.formats.hidden_characters import hidden_in


@pytest.mark.parametrize(
    "hidden", ["\u200b", "\u200d", "\u202a", "\u202e", "\u2066", "\u2069", "\U000e0000", "\U000e007f"]
)
def test_each_end_of_each_range_is_found(hidden: str) -> None:
    assert hidden_characters(f"北{hidden}") == ((1, f"U+{ord(hidden):04X}"),)


@pytest.mark.parametrize("plain", ["plain", "中文", "\u200a\u200e\u2029\u202f\u2065\u206a", "\U000dffff\U000e0080"])
def test_what_lies_beside_the_ranges_is_not(plain: str) -> None:
    assert hidden_characters(plain) == ()


@pytest.mark.parametrize("format", FORMATS)
def test_a_description_with_one_is_flagged_and_sent_as_it_is(format: str) -> None:
    weather = tool(description="sunny\u200b or not")

    [notice] = problems_of(weather, format)

    assert notice == ("hidden_characters", "$.description", "hidden characters: U+200B at 5")
    assert "sunny\u200b or not".encode() in definition_of(weather, format).encoded


def test_texts_and_names_of_the_parameters_are_looked_through() -> None:
    definition = defined(with_property({"enum": ["a\u202e"]}, description="b\u2066", title="c"))
    found = dict(hidden_in({"na\u200bme": [1, "x"]}))

    assert [notice.path for notice in definition.notices] == [
        "$.parameters.properties.x.enum[0]",
        "$.parameters.description",
    ]
    assert found == {("na\u200bme",): "hidden characters: U+200B at 2"}


def test_many_are_counted() -> None:
    [(_, words)] = hidden_in("\u200b" * 7)

    assert words.endswith("U+200B at 4 and 2 more")


def test_the_tool_s_name_is_looked_at_too() -> None:
    assert codes(definition_of(tool("get\u200bx"), "openai")) == ["name_rewritten", "hidden_characters"]


def test_what_lies_too_deep_is_left_alone() -> None:
    deep: object = "\u200b"
    for _ in range(100):
        deep = [deep]

    assert list(hidden_in(deep)) == []
