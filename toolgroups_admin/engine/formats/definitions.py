"""One tool as one provider wants it: made once, kept with the tool."""

from typing import Any

import msgspec

from ..catalog import Tool
from ..definition import Definition
from ..notice import Notice
from ..texts import is_blank
from .hidden_characters import hidden_in
from .limits import Limits, limits_of
from .names import sent_name
from .repairs import Repairs, Unsendable
from .schemas import sent_schema
from .shapes import SHAPES

_encode = msgspec.json.Encoder().encode


def definition_of(tool: Tool, format: str) -> Definition:
    """The tool in this format; the same tool always gives the same one. Never changes the tool's schema.

    Raises `UnknownFormat`, nothing else, whatever the schema: what cannot be sent has no body and says why.
    """
    definition = tool.definitions.get(format)
    if definition is None:
        definition = tool.definitions[format] = make_definition(tool, format, limits_of(format))
    return definition


def problems_of(tool: Tool, format: str) -> tuple[Notice, ...]:
    """What a person should know before the tool is sent in this format; raises `UnknownFormat`."""
    return definition_of(tool, format).notices


def make_definition(tool: Tool, format: str, limits: Limits, *, attempt: int = 0) -> Definition:
    """The tool in this format under limits of the caller's; `attempt` above 0 gives it another name (see `sent_name`)."""
    repairs = Repairs()
    name = sent_name(tool.name, limits, attempt=attempt)
    if name != tool.name:
        repairs.note("name_rewritten", ("name",), f"{tool.name!r} is sent as {name!r}")
    _note_texts(tool, limits, repairs)
    try:
        schema = None if not tool.parameters else sent_schema(tool.parameters, limits, repairs)
        body = SHAPES[format](name, "" if is_blank(tool.description) else tool.description, schema)
        return Definition(name, body, _encoded(body), repairs.notices)
    except Unsendable as reason:
        return Definition(name, None, b"", (*repairs.notices, reason.notice))


def _note_texts(tool: Tool, limits: Limits, repairs: Repairs) -> None:
    length = len(tool.description)
    if limits.description_length is not None and length > limits.description_length:
        detail = f"{length} characters; some models refuse more than {limits.description_length}"
        repairs.note("description_long", ("description",), detail)
    texts = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    for path, detail in hidden_in(texts):
        repairs.note("hidden_characters", path, detail)


def _encoded(body: dict[str, Any]) -> bytes:
    try:
        return _encode(body)
    except UnicodeEncodeError as error:
        raise Unsendable("not_encodable", (), "a text has half of a surrogate pair") from error
