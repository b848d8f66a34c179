"""What is typed becomes the context it means, and a context fills the page without a loss."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgroups_admin.dryrun.contexts import context_of
from toolgroups_admin.dryrun.filling import in_form, in_json, typed_of
from toolgroups_admin.dryrun.typed import ROLES, Attribute, Header, Turn, Typed

CHARACTERS = st.characters(exclude_categories=["Cs"])
TEXTS = st.text(CHARACTERS, max_size=12) | st.sampled_from([" a ", "a,b", "a\r\nb", "true", "1", "[", "\0", "　", "\n"])
NUMBERS = st.integers(-(2**40), 2**40) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(TEXTS, below, max_size=3),
    max_leaves=6,
)
MESSAGES = st.fixed_dictionaries(
    {"role": st.sampled_from(ROLES)},
    optional={
        "content": st.none() | TEXTS | st.just([{"type": "text", "text": "x"}]),
        "tool_call_id": TEXTS,
    },
)
CONTEXTS = st.fixed_dictionaries(
    {"prompt": TEXTS.filter(bool)},
    optional={
        "messages": st.lists(MESSAGES, min_size=1, max_size=4),
        "account_id": TEXTS | NUMBERS,
        "conversation_id": TEXTS | NUMBERS | st.none(),
        "streaming": st.booleans(),
        "options": st.dictionaries(st.sampled_from(["model", "temperature"]), VALUES, min_size=1),
        "attributes": st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4),
        "request": st.fixed_dictionaries(
            {"headers": st.dictionaries(TEXTS, TEXTS | NUMBERS, min_size=1)}, optional={"url": TEXTS}
        ),
        "tools": st.lists(TEXTS, max_size=2),
    },
)


@given(CONTEXTS)
def test_a_context_fills_the_form_and_is_read_back_as_it_was(context: dict[str, Any]) -> None:
    before = json.dumps(context, sort_keys=True)

    read, faults = context_of(typed_of(context, Typed()))

    assert faults == []
    assert json.dumps(read, sort_keys=True) == before
    assert json.dumps(context, sort_keys=True) == before


@given(CONTEXTS)
def test_no_field_of_the_form_is_changed_by_a_browser(context: dict[str, Any]) -> None:
    typed = typed_of(context, Typed())

    rows = [row.name + row.value for row in typed.attributes] + [row.name + row.value for row in typed.headers]
    lines = [typed.account, typed.model, *rows]
    assert all(character >= " " for line in lines for character in line)
    assert not any(character in turn.content for turn in typed.turns for character in "\r\0")


@given(CONTEXTS)
def test_there_and_back_between_the_tabs_changes_nothing(context: dict[str, Any]) -> None:
    typed = typed_of(context, Typed())

    again = in_form(in_json(typed))

    assert replace(again, further="") == replace(typed, further="")
    assert json.loads(again.further or "{}") == json.loads(typed.further or "{}")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("text", " 007 ", " 007 "),
        ("number", "12", 12),
        ("number", " -0.5e3 ", -500.0),
        ("list", "a, b，c", ["a", "b", "c"]),
        ("list", '["a, b", 1]', ["a, b", 1]),
        ("list", "", []),
        ("json", '{"a": [true, null]}', {"a": [True, None]}),
    ],
)
def test_an_attribute_is_read_as_the_type_that_is_chosen(kind: str, text: str, value: Any) -> None:
    context, faults = context_of(Typed(attributes=(Attribute("a", kind, text),)))

    assert faults == []
    assert json.dumps(context["attributes"]) == json.dumps({"a": value})


@pytest.mark.parametrize(("flag", "value"), [("true", True), ("false", False)])
def test_a_flag_is_true_or_false_whatever_stands_in_its_hidden_text(flag: str, value: Any) -> None:
    context, _faults = context_of(Typed(attributes=(Attribute("a", "boolean", "left over", flag),)))

    assert context["attributes"] == {"a": value}


@pytest.mark.parametrize(
    ("typed", "field", "row", "words"),
    [
        (Typed(attributes=(Attribute("x"), Attribute("age", "number", "1O"))), "attributes", 1, ["age", "1O", "12"]),
        (Typed(attributes=(Attribute("a", "number", "true"),)), "attributes", 0, ["true"]),
        (Typed(attributes=(Attribute("a", "number", "NaN"),)), "attributes", 0, ["NaN"]),
        (Typed(attributes=(Attribute("a", "json", "{a: 1}"),)), "attributes", 0, ["{a: 1}", "column 2"]),
        (Typed(attributes=(Attribute("a", "list", "[1"),)), "attributes", 0, ["[1"]),
        (Typed(attributes=(Attribute("", "text", "lost"),)), "attributes", 0, ["lost", "name"]),
        (Typed(attributes=(Attribute("a"), Attribute("a"))), "attributes", 1, ["a", "twice"]),
        (Typed(headers=(Header("", "lost"),)), "headers", 0, ["lost"]),
        (Typed(account="abc", account_type="number"), "account", None, ["abc"]),
        (Typed(further="{"), "further", None, ["Line 1", "column 2"]),
        (Typed(further="[1]"), "further", None, ["object"]),
        (Typed(model="a", further='{"options": {"model": "b", "t": 1}}'), "further", None, ["options.model"]),
        (Typed(turns=(Turn("", "{", whole=True),)), "turns", 0, ["Line 1"]),
        (Typed(tab="json", whole="[]"), "whole", None, ["object"]),
        (Typed(tab="json", whole='{\n  "a": nope}'), "whole", None, ["Line 2"]),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field_with_the_value(
    typed: Typed, field: str, row: int | None, words: list[str]
) -> None:
    _context, faults = context_of(typed)

    [fault] = faults
    assert (fault.field, fault.row) == (field, row)
    assert all(word in fault.words for word in words), fault.words


def test_a_row_that_nobody_has_filled_in_is_no_attribute() -> None:
    context, faults = context_of(Typed(prompt="p", turns=(), attributes=(Attribute(), Attribute("", "boolean"))))

    assert (context, faults) == ({"prompt": "p"}, [])


def test_the_body_of_a_resolve_request_may_be_pasted_as_it_is() -> None:
    context, faults = context_of(Typed(tab="json", whole='{"prompt": "p", "format": "gemini", "explain": true}'))

    assert (context, faults) == ({"prompt": "p"}, [])


def test_a_tab_is_not_changed_while_something_cannot_be_read() -> None:
    broken_form, broken_json = Typed(further="{"), Typed(tab="json", whole="{")

    assert in_json(broken_form) is broken_form
    assert in_form(broken_json) is broken_json


@pytest.mark.parametrize(
    ("action", "texts"),
    [
        ("add turns", ["a", "b", "c", ""]),
        ("remove turns 1", ["a", "c"]),
        ("up turns 2", ["a", "c", "b"]),
        ("down turns 0", ["b", "a", "c"]),
        ("up turns 0", ["a", "b", "c"]),
        ("down turns 2", ["a", "b", "c"]),
        ("up turns 9", ["a", "b", "c"]),
        ("remove turns 9", ["a", "b", "c"]),
        ("remove turns x", ["a", "b", "c"]),
        (f"remove turns {'9' * 5000}", ["a", "b", "c"]),
        ("shuffle turns", ["a", "b", "c"]),
        ("", ["a", "b", "c"]),
    ],
)
def test_rows_are_added_taken_out_and_moved(action: str, texts: list[str]) -> None:
    typed = Typed(turns=(Turn("user", "a"), Turn("user", "b"), Turn("assistant", "c")))

    assert [turn.content for turn in typed.after(action).turns] == texts


def test_attributes_and_headers_are_rows_too() -> None:
    typed = Typed().after("add attributes").after("add attributes").after("remove attributes 0").after("add headers")

    assert (len(typed.attributes), len(typed.headers)) == (1, 1)


def test_the_message_after_a_users_is_the_assistants() -> None:
    assert [turn.role for turn in Typed().after("add turns").after("add turns").turns] == ["user", "assistant", "user"]
