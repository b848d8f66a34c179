"""What an object silences."""

from datetime import UTC, datetime

from tests.engine.linting.linted import Json, contains, document, findings, group, paths, tool, with_tool
from toolgroups_admin.engine import LINT_RULES, lint


def waiver(rule: str) -> Json:
    return {"rule": rule, "reason": "It is meant."}


def test_a_waiver_silences_its_rule_for_its_object_only() -> None:
    tools = [tool("a", description="", waivers=[waiver("description_missing")]), tool("b", description="")]

    assert paths(document(group("g", "a", "b"), tools=tools), "description_missing") == ["$.tools[1].description"]


def test_a_waiver_leaves_the_other_rules_of_its_object_alone() -> None:
    linted = with_tool(description="", name="a.b", waivers=[waiver("provider_changes")])

    assert [finding.rule for finding in lint(linted)] == ["description_missing"]


def test_a_waiver_silences_a_rule_wherever_it_finds_something_in_the_object() -> None:
    parameters = {"type": "object", "properties": {"a": {}, "b": {}}}
    linted = with_tool(parameters=parameters, waivers=[waiver("parameter_without_description")])

    assert not lint(linted)


def test_a_waiver_that_silences_nothing_is_a_note() -> None:
    [finding] = findings(with_tool(waivers=[waiver("description_missing")]), "waiver_unneeded")

    assert (finding.path, finding.severity) == ("$.tools[0].waivers[0]", "note")
    assert "description_missing" in finding.message


def test_a_waiver_of_an_unknown_rule_is_a_note_and_no_other() -> None:
    linted = with_tool(waivers=[waiver("no_such_rule")])

    assert [(finding.rule, finding.path) for finding in lint(linted)] == [
        ("waiver_unknown_rule", "$.tools[0].waivers[0]")
    ]


def test_a_waiver_of_what_could_not_be_judged_is_left_alone() -> None:
    waivers = [waiver("keyword_common"), waiver("schedule_over")]
    linted = document(group("g", "t", waivers=waivers))

    assert not lint(linted)
    assert len(lint(linted, now=datetime.now(UTC), evidence={"other": 1.0})) == 2


def test_waivers_of_every_kind_of_object_count() -> None:
    linted = document(
        group("g", "t", matcher=contains("x"), waivers=[waiver("keyword_of_one_character")]),
        tools=[tool("t", description="", waivers=[waiver("description_missing")])],
        rules=(
            {
                "name": "r",
                "definition": contains("x"),
                "waivers": [waiver("rule_unused"), waiver("keyword_of_one_character")],
            },
        ),
        prompt={"system_message": "\u200b", "waivers": [waiver("hidden_characters")]},
    )

    assert not lint(linted)


def test_no_rule_is_named_twice() -> None:
    assert [rule.id for rule in LINT_RULES.values()] == list(LINT_RULES)
