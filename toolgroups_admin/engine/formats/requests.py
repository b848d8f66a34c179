"""The tools and the choice of a whole model request in one provider's format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ..catalog import REMEMBERED, Offer, are_of_catalog
from ..definition import Definition
from ..notice import Notice
from ..paths import ROOT, at
from ..resolution import Resolution, ToolChoice
from .choices import choice_of_tool, choice_word, has_choices
from .definitions import definition_of, make_definition
from .limits import Limits, limits_of


@dataclass(frozen=True, slots=True, eq=False)
class ModelRequest:
    """What goes into a model request (contracts 8 and 9). Its parts are shared between requests: read, never write.

    `tools` is the provider's member `tools`, `tools_json` the same encoded; without tools both are empty and the
    caller sends neither tools nor choice. `tool_choice` is the member `tool_choice` (Gemini: `toolConfig`), None
    when it is left out. `sent_as` runs parallel to `offers`, the offers that are sent; `names` maps the name in a
    model's call back to its offer. The paths of `notices` are `$.tools.NAME.…`, NAME being the wire name.
    """

    format: str
    tools: tuple[dict[str, Any], ...]
    tools_json: bytes
    tool_choice: Any | None
    sent_as: tuple[str, ...]
    offers: tuple[Offer, ...]
    names: Mapping[str, Offer]
    notices: tuple[Notice, ...]


def in_format(resolution: Resolution, format: str) -> ModelRequest:
    """The tools of a resolution in this format, in their order; a tool that cannot be sent is left out with a notice.

    Raises `UnknownFormat`, nothing else. The same resolution gives the same bytes in every process.
    """
    make = _known_sent if are_of_catalog(resolution.offers) else _sent
    sent = make(resolution.offers, format)
    choice: Any | None = None
    refused: list[Notice] = []
    if resolution.tool_choice is not None:
        choice = _choice(resolution.tool_choice, sent.names, format, refused)
    return ModelRequest(
        format,
        sent.tools,
        sent.tools_json,
        choice,
        sent.sent_as,
        sent.offers,
        sent.names,
        (*sent.notices, *refused) if refused else sent.notices,
    )


class _Sent(NamedTuple):
    """What offers become in a format, whatever the choice."""

    tools: tuple[dict[str, Any], ...]
    tools_json: bytes
    sent_as: tuple[str, ...]
    offers: tuple[Offer, ...]
    names: Mapping[str, Offer]
    notices: tuple[Notice, ...]


def _sent(offers: tuple[Offer, ...], format: str) -> _Sent:
    limits = limits_of(format)
    made = [offer.tool.definitions.get(format) or definition_of(offer.tool, format) for offer in offers]
    if len({definition.sent_as for definition in made}) < len(made):
        made = _kept_apart(made, offers, format, limits)
    names = {definition.sent_as: offer for definition, offer in zip(made, offers, strict=True) if definition.encoded}
    sent = made if len(names) == len(made) else [definition for definition in made if definition.encoded]
    notices = _notices(made, offers)
    if limits.tools is not None and len(sent) > limits.tools:
        notices.append(Notice("too_many_tools", "$.tools", f"{len(sent)} tools; the provider takes {limits.tools}"))
    return _Sent(
        _tools(sent, format),
        _tools_json(sent, format),
        tuple(names),
        tuple(names.values()),
        names,
        tuple(notices),
    )


_known_sent = lru_cache(maxsize=REMEMBERED)(_sent)


def _notices(made: Sequence[Definition], offers: Sequence[Offer]) -> list[Notice]:
    """The notices of all tools, each path led by the tool's wire name."""
    return [
        Notice(notice.code, at(ROOT, "tools", offer.tool.name) + notice.path[len(ROOT) :], notice.detail)
        for definition, offer in zip(made, offers, strict=True)
        if definition.notices
        for notice in definition.notices
    ]


def _tools(sent: Sequence[Definition], format: str) -> tuple[dict[str, Any], ...]:
    bodies = [definition.body for definition in sent if definition.body is not None]
    if format == "gemini" and bodies:
        return ({"functionDeclarations": bodies},)
    return tuple(bodies)


def _tools_json(sent: Sequence[Definition], format: str) -> bytes:
    listed = b"[" + b",".join([definition.encoded for definition in sent]) + b"]"
    return b'[{"functionDeclarations":' + listed + b"}]" if format == "gemini" and sent else listed


def _choice(choice: ToolChoice, names: Mapping[str, Offer], format: str, notices: list[Notice]) -> Any | None:
    sent_as = None
    if not isinstance(choice, str):
        sent_as = _sent_as(choice["tool"], names)
        if sent_as is None:
            detail = f"the tool {choice['tool']!r} is not among those sent; the choice is left out"
            notices.append(Notice("tool_choice_not_offered", "$.tool_choice", detail))
            return None
    if not has_choices(format):
        if choice != "auto":
            notices.append(Notice("tool_choice_unsupported", "$.tool_choice", f"{format} has no choice of tools"))
        return None
    if sent_as is not None:
        return choice_of_tool(sent_as, format)
    return choice_word(str(choice), format) if names else None


def _sent_as(wanted: str, names: Mapping[str, Offer]) -> str | None:
    """The sent name of the tool with this key, or of the inline tool with this name."""
    for sent_as, offer in names.items():
        if wanted == (offer.tool.name if offer.tool.key is None else offer.tool.key):
            return sent_as
    return None


def _kept_apart(made: Sequence[Definition], offers: Sequence[Offer], format: str, limits: Limits) -> list[Definition]:
    """The definitions with no name twice: a rewritten name gives way to an original one, a later one to an earlier."""
    originals = {
        offer.tool.name for definition, offer in zip(made, offers, strict=True) if definition.sent_as == offer.tool.name
    }
    taken: set[str] = set()
    apart = []
    for definition, offer in zip(made, offers, strict=True):
        attempt = 0
        while definition.sent_as in taken or (
            definition.sent_as in originals and definition.sent_as != offer.tool.name
        ):
            attempt += 1
            definition = make_definition(offer.tool, format, limits, attempt=attempt)
        taken.add(definition.sent_as)
        apart.append(definition)
    return apart
