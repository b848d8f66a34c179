"""What all shapes have in common."""

from typing import Any

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    """An object that has these members and no others."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=lambda schema: _without_titles(schema))


def _without_titles(schema: dict[str, Any]) -> None:
    """Takes out the titles that only repeat the members' names."""
    for member in schema.get("properties", {}).values():
        member.pop("title", None)
