"""The model request of an answer in each provider's format."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolgroups_admin.catalog.format_names import FORMAT_NAMES
from toolgroups_admin.catalog.notice_words import ShownNotice, shown_notices
from toolgroups_admin.catalog.resolving_lines import request_json
from toolgroups_admin.engine import FORMATS, ModelRequest, Resolution, in_format


@dataclass(frozen=True, slots=True)
class FormatTab:
    """One format, with the number of its notices."""

    format: str
    name: str
    notices: int
    is_shown: bool


@dataclass(frozen=True, slots=True)
class ShownRequest:
    """The request in the format that is looked at, and all formats to choose from."""

    tabs: tuple[FormatTab, ...]
    text: str
    notices: tuple[ShownNotice, ...]


def known_format(format: str) -> str:
    """The format; the first one for a name that none has."""
    return format if format in FORMATS else FORMATS[0]


def shown_request(resolution: Resolution, format: str) -> ShownRequest:
    """The request as indented JSON; an unknown format is read as the first."""
    requests = {name: in_format(resolution, name) for name in FORMATS}
    chosen = known_format(format)
    tabs = tuple(
        FormatTab(name, FORMAT_NAMES.get(name, name), len(request.notices), name == chosen)
        for name, request in requests.items()
    )
    return ShownRequest(
        tabs,
        json.dumps(_members(resolution, requests[chosen]), ensure_ascii=False, indent=2),
        shown_notices(requests[chosen].notices),
    )


def _members(resolution: Resolution, request: ModelRequest) -> Mapping[str, Any]:
    """Tools and choice in the provider's words, messages in the shape received (contracts 8 and 9)."""
    members = request_json(request)
    if request.format == "gemini" and "tool_choice" in members:
        members["toolConfig"] = members.pop("tool_choice")
    return {**members, "messages": list(resolution.messages)}
