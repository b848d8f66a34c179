"""JSON kept as text."""

import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from toolgroups_admin.catalog.models import Prompt, json_text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('{"b": 1, "a": 2}', '{"b":1,"a":2}'),
        ("1e2", "100.0"),
        ("-0.0", "-0.0"),
        ("1.0", "1.0"),
        ("12345678901234567890123", "12345678901234567890123"),
        ('"\\u5929\\n"', '"天\\n"'),
        ("[true, null]", "[true,null]"),
    ],
)
def test_a_value_is_kept_as_python_writes_it(text: str, kept: str) -> None:
    assert json_text(json.loads(text)) == kept


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ([float("nan")], "not_finite"),
        ({"a": float("-inf")}, "not_finite"),
        ({"a\0": 1}, "nul_character"),
        (["\ud800"], "lone_surrogate"),
    ],
)
def test_what_a_database_cannot_keep_is_refused(value: Any, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        json_text(value)

    assert refused.value.code == code


def test_what_is_nested_too_deeply_is_refused_without_recursing_for_ever() -> None:
    value: list[Any] = []
    for _ in range(10_000):
        value = [value]

    with pytest.raises(ValidationError) as refused:
        json_text(value)

    assert refused.value.code == "too_deep"


@pytest.mark.django_db
def test_the_column_holds_the_text_itself() -> None:
    row = Prompt.objects.create(name="p", metadata={"b": 1e2, "a": None})

    with connection.cursor() as cursor:
        cursor.execute("SELECT metadata FROM catalog_prompt")
        assert cursor.fetchone() == ('{"b":100.0,"a":null}',)
    row.refresh_from_db()
    assert row.metadata == {"b": 100.0, "a": None}


@pytest.mark.django_db
def test_a_bad_value_is_refused_when_a_row_is_checked_and_when_it_is_saved() -> None:
    row = Prompt(name="p", metadata={"a": float("nan")})

    with pytest.raises(ValidationError):
        row.full_clean()
    with pytest.raises(ValidationError), transaction.atomic():
        row.save()
    assert not Prompt.objects.exists()
