"""Parameters as the form shows and takes them: unchanged, whatever they are."""

from typing import Any

from hypothesis import given

from tests.parameter_schemas import parameters
from toolgroups_admin.catalog.models import Tool, json_text


@given(parameters)
def test_any_schema_opened_and_posted_back_is_unchanged(schema: Any) -> None:
    field: Any = Tool._meta.get_field("parameters").formfield()
    shown = field.prepare_value(schema)

    posted = field.clean(shown.replace("\n", "\r\n"))

    assert json_text(posted or {}) == json_text(schema)
