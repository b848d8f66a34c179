"""A tool while it is edited, as each provider would get it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolgroups_admin.engine import FORMATS, Fault, InvalidDocument, Tool, compile_catalog, definition_of

from .documents import FORMAT
from .notice_words import ShownNotice, shown_notices

UNNAMED = "tool"


@dataclass(frozen=True, slots=True)
class EditedTool:
    """What the model will see of a tool, as it stands in the form: `parameters` is any JSON value."""

    key: str
    name: str
    description: str
    parameters: Any


@dataclass(frozen=True, slots=True)
class Sent:
    """The tool in one format; `body` is None when the provider cannot be sent it."""

    format: str
    name: str
    body: str | None
    notices: Sequence[ShownNotice]


def faults_of(edited: EditedTool) -> Sequence[Fault]:
    """What keeps the tool from being saved, as far as the model sees it; nothing in it needs a child process."""
    members = {"key": edited.key or UNNAMED, "description": edited.description, "parameters": edited.parameters}
    try:
        compile_catalog({"format": FORMAT, "tools": [members | ({"name": edited.name} if edited.name else {})]})
    except InvalidDocument as invalid:
        return invalid.faults
    return ()


def sent_in_each_format(edited: EditedTool) -> Sequence[Sent]:
    """The tool in every format; nothing where its parameters are no object, since there is nothing to show."""
    if not isinstance(edited.parameters, Mapping | None):
        return ()
    name = edited.name or edited.key or UNNAMED
    tool = Tool(key=edited.key or None, name=name, description=edited.description, parameters=edited.parameters)
    return tuple(_sent(tool, format) for format in FORMATS)


def _sent(tool: Tool, format: str) -> Sent:
    definition = definition_of(tool, format)
    body = None if definition.body is None else json.dumps(definition.body, ensure_ascii=False, indent=2)
    return Sent(format, definition.sent_as, body, shown_notices(definition.notices))
