"""Tools that a provider refuses or takes in another form."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.engine.linting.linted import CITY, findings, with_tool
from toolgroups_admin.engine import FORMATS, LINT_RULES, lint
from toolgroups_admin.engine.linting import providers

FORMATS_FOLDER = Path(providers.__file__).parents[1] / "formats"
ELSEWHERE = {"description_long", "hidden_characters", "required_dropped", "not_encodable"}
FAMILY = {"provider_refuses", "provider_changes", "provider_spells"}


def told(rule: str, **members: Any) -> list[tuple[str, str]]:
    return [(finding.path, finding.params["formats"]) for finding in findings(with_tool(**members), rule)]


def test_a_refused_name_is_said_once_with_all_formats_that_refuse_it() -> None:
    assert told("provider_changes", name="calendar.update") == [
        ("$.tools[0].name", "openai, openai-responses, anthropic, gemini")
    ]


def test_a_name_that_all_take_is_no_problem() -> None:
    assert told("provider_changes", name="calendar_update") == []


def test_a_tool_that_is_left_out_is_an_error() -> None:
    parameters = {"type": "object", "properties": {"filter[id]": CITY}, "required": ["filter[id]"]}

    assert LINT_RULES["provider_refuses"].severity == "error"
    assert told("provider_refuses", parameters=parameters) == [
        ('$.tools[0].parameters.properties["filter[id]"]', "anthropic, gemini")
    ]


def test_an_optional_parameter_that_is_left_out_is_a_warning() -> None:
    parameters = {"type": "object", "properties": {"filter[id]": CITY}}

    assert told("provider_refuses", parameters=parameters) == []
    assert [formats for _, formats in told("provider_changes", parameters=parameters)] == ["anthropic, gemini"]


def test_a_list_of_unknown_things_is_a_warning() -> None:
    parameters = {"type": "object", "properties": {"a": {"type": "array", "description": "Some."}}}

    assert told("provider_changes", parameters=parameters)


def test_a_schema_in_other_words_is_a_note() -> None:
    assert told("provider_spells", parameters={"type": "object"})
    assert LINT_RULES["provider_spells"].severity == "note"


def test_only_the_formats_asked_for_are_looked_at() -> None:
    linted = with_tool(name="calendar.update")

    assert [finding.rule for finding in lint(linted, formats=["mcp"])] == []


def test_every_problem_of_the_formats_has_words_or_a_rule_of_its_own() -> None:
    source = "".join(file.read_text("utf-8") for file in FORMATS_FOLDER.glob("*.py") if file.name != "requests.py")
    codes = set(re.findall(r'(?:\.note|Unsendable)\(\s*"(\w+)"', source))
    worded = {code for words in (providers._REFUSED, providers._CHANGED, providers._SPELLED) for code in words}

    assert codes - ELSEWHERE == worded
    assert len(codes) > 10


@pytest.mark.parametrize("format", FORMATS)
def test_a_plain_tool_is_no_problem_anywhere(format: str) -> None:
    assert not [finding for finding in lint(with_tool(), formats=[format]) if finding.rule in FAMILY]
