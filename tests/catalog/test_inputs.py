"""Form fields that lose nothing."""

from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from hypothesis import example, given
from hypothesis import strategies as st

from tests.documents import VALUES
from toolgroups_admin.catalog.inputs import JSONInput, TagsInput, same_text
from toolgroups_admin.engine import canonical_text


@given(VALUES)
def test_a_value_that_is_shown_and_sent_back_is_the_same(value: Any) -> None:
    field = JSONInput(required=False)

    back = field.clean(field.prepare_value(value))

    assert value in (None, [], {}) or canonical_text(back) == canonical_text(value)


@given(st.lists(st.text(min_size=1, max_size=6), max_size=4))
@example(["[a", "b"])
@example(["a,b", " c"])
def test_tags_that_are_shown_and_sent_back_are_the_same(tags: list[str]) -> None:
    field = TagsInput(required=False)

    assert field.clean(field.prepare_value(tags)) == tags


@pytest.mark.parametrize("typed", ["vip, internal", "vip，internal", " vip ,, internal ", '["vip", "internal"]'])
def test_tags_may_be_typed_with_either_comma_or_as_json(typed: str) -> None:
    assert TagsInput().clean(typed) == ["vip", "internal"]


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("{", "invalid_json", "Line 1, column 2"),
        ('{"a": 1,\n b}', "invalid_json", "Line 2, column 2"),
        ('{"a": 1, "a": 2}', "unreadable_json", "“a” is there twice"),
        ("NaN", "unreadable_json", "“NaN”"),
        ('{"a": ["\\ud83d"]}', "unreadable_json", "“\\ud83d” is half a character"),
        ("[" * 100_000, "unreadable_json", "nested too deeply"),
        ("9" * 5000, "unreadable_json", "too many digits"),
        ('{"\\udc00": 1}', "unreadable_json", "half a character"),
        ("[1e999]", "unreadable_json", "too large"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(typed: str, code: str, said: str) -> None:
    with pytest.raises(ValidationError) as refused:
        JSONInput().clean(typed)

    assert refused.value.error_list[0].code == code
    assert said in refused.value.messages[0]


def test_typed_text_is_shown_again_as_it_was_typed() -> None:
    field = JSONInput()

    assert field.prepare_value(field.bound_data('{"a":1}', None)) == '{"a":1}'
    assert field.prepare_value('{"a":1}') == '"{\\"a\\":1}"'


def test_a_change_is_told_by_the_value_not_by_its_spelling() -> None:
    field = JSONInput()

    assert not field.has_changed({"a": 1}, '{ "a" : 1 }')
    assert field.has_changed({"a": 1}, '{"a": 1.0}')
    assert field.has_changed({"a": 1}, '{"a"')


@pytest.mark.parametrize(
    ("strip", "there", "typed", "same"),
    [
        (False, "a\nb", "a\r\nb", True),
        (False, "a\rb", "a\r\nb", True),
        (False, " a", "a", False),
        (True, " a", "a", True),
        (True, None, "", True),
    ],
)
def test_line_ends_and_stripped_edges_are_no_edit(strip: bool, there: str | None, typed: str, same: bool) -> None:
    assert same_text(forms.CharField(strip=strip), there, typed) is same
