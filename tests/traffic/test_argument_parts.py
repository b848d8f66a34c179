"""A schema becomes fields of a form, and what is typed into them becomes arguments."""

from typing import Any

from django import forms

from toolgroups_admin.traffic.argument_parts import part_of

SCHEMA: dict[str, Any] = {
    "type": "object",
    "$defs": {"Day": {"enum": ["mon", "tue"], "description": "A day"}},
    "properties": {
        "city": {"type": "string", "description": "Its name"},
        "days": {"type": "integer"},
        "metric": {"type": "boolean"},
        "day": {"$ref": "#/$defs/Day"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "sizes": {"type": "array", "items": {"type": "number"}},
        "place": {"type": "object", "properties": {"street": {"type": "string"}, "no": {"type": "number"}}},
        "until": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "who": {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"id": {"type": "integer"}}}]},
        "rest": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["city"],
}


def typed(schema: dict[str, Any], **texts: str) -> tuple[Any, Any]:
    """The arguments and the errors; `place__street` stands for `place/street`."""
    part = part_of(schema)
    form = forms.Form({f"argument:{name.replace('__', '/')}": text for name, text in texts.items()})
    form.fields = dict(part.fields())
    return (part.value(form.cleaned_data) if form.is_valid() else None), form.errors.as_data()


def test_what_is_left_empty_is_left_out() -> None:
    assert typed(SCHEMA, city="Paris") == ({"city": "Paris"}, {})


def test_every_kind_of_value_is_typed_and_becomes_what_the_schema_asks_for() -> None:
    found, errors = typed(
        SCHEMA,
        city=" Paris ",
        days="3",
        metric="false",
        day='"tue"',
        tags="a b\nc\n",
        sizes="1\n2.5",
        place__street="Rue",
        place__no="1.5",
        until="noon",
        rest='[{"a": 1}]',
    )

    assert errors == {}
    assert found == {
        "city": " Paris ",
        "days": 3,
        "metric": False,
        "day": "tue",
        "tags": ["a b", "c"],
        "sizes": [1, 2.5],
        "place": {"street": "Rue", "no": 1.5},
        "until": "noon",
        "rest": [{"a": 1}],
    }


def test_of_several_variants_the_chosen_one_counts() -> None:
    texts = {"city": "x", "who__1": "ada", "who__2__id": "7"}

    assert typed(SCHEMA, **texts)[0] == {"city": "x"}
    assert typed(SCHEMA, **texts, **{"who__?": "0"})[0] == {"city": "x", "who": "ada"}
    assert typed(SCHEMA, **texts, **{"who__?": "1"})[0] == {"city": "x", "who": {"id": 7}}


def test_what_does_not_fit_is_said_at_its_field() -> None:
    _, errors = typed(SCHEMA, days="many", sizes="1\nx", rest="[", day='"sun"')

    assert set(errors) == {f"argument:{name}" for name in ("city", "days", "sizes", "rest", "day")}


def test_a_schema_that_leads_in_a_circle_or_nowhere_is_typed_as_json() -> None:
    circle = {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}, "gone": {"$ref": "#/$defs/X"}}}
    circle["$defs"] = {"N": {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}}}}

    found, errors = typed(circle, next__next__next__next__next__next='{"a": 1}', gone="[1]")

    assert errors == {}
    assert found == {"next": {"next": {"next": {"next": {"next": {"next": {"a": 1}}}}}}, "gone": [1]}


def test_a_tool_without_parameters_takes_none() -> None:
    assert typed({}) == ({}, {})


def test_a_line_that_nests_without_end_is_said_to_be_no_number() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "array", "items": {"type": "number"}}}}

    _, errors = typed(schema, n="[" * 20_000)

    assert "no number" in str(errors)
