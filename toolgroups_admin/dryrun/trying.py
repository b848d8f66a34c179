"""Trying a context: the engine's own `resolve` with every reason, and nothing beside it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from toolgroups_admin.catalog.fault_words import in_words
from toolgroups_admin.engine import (
    ChatContext,
    Fault,
    InterceptorFailed,
    InvalidContext,
    Resolution,
    UnknownGroup,
    UnknownPrompt,
    UnknownTool,
    parse_context,
    resolve,
)
from toolgroups_admin.releases.interceptors import configured_interceptors
from toolgroups_admin.releases.questions import bounds

from .contexts import InputFault
from .sources import Compiled
from .typed import IDENTITIES, JSON, Typed

_IDENTITY_FIELDS = {member: field for field, member in IDENTITIES.items()}
_OWN_FIELDS = {*IDENTITIES, "now", "groups", "tools", "tool_choice"}


class Refused(Exception):
    """The context cannot be tried; `faults` says why, each beside the field it is about."""

    def __init__(self, *faults: InputFault) -> None:
        self.faults = faults
        super().__init__("; ".join(fault.words for fault in faults))


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A context, what it was tried against, and what came out."""

    compiled: Compiled
    context: ChatContext
    resolution: Resolution


def checked(context: Mapping[str, Any], typed: Typed) -> ChatContext:
    """The context as the engine takes it; raises Refused with everything that is wrong."""
    try:
        return parse_context(context, bounds=bounds(), preview=True)
    except InvalidContext as invalid:
        raise Refused(*(_beside_its_field(fault, typed) for fault in invalid.faults)) from invalid


def tried(context: ChatContext, compiled: Compiled, typed: Typed) -> Trial:
    """What the source makes of the context; raises Refused for a name that it does not hold."""
    rest = "whole" if typed.tab == JSON else "further"
    tools, groups = (field if getattr(typed, field) and rest != "whole" else rest for field in ("tools", "groups"))
    try:
        resolution = resolve(compiled.catalog, context, explain=True, interceptors=configured_interceptors())
    except UnknownPrompt as unknown:
        words = _("There is no prompt “{name}” here. Choose one of this source, or another source.")
        raise Refused(InputFault("prompt", words.format(name=unknown.name))) from unknown
    except UnknownTool as unknown:
        words = _("There is no tool with the key “{name}” here. Name one that is there, or send it whole.")
        raise Refused(InputFault(tools, words.format(name=unknown.name))) from unknown
    except UnknownGroup as unknown:
        words = _("There is no tool group “{name}” here. Name one that is there.")
        raise Refused(InputFault(groups, words.format(name=unknown.name))) from unknown
    except InterceptorFailed as failed:
        words = _("The interceptor “{name}” failed, so a request would fail too: {why}")
        raise Refused(InputFault("source", words.format(name=failed.name, why=failed))) from failed
    return Trial(compiled, context, resolution)


def _beside_its_field(fault: Fault, typed: Typed) -> InputFault:
    if typed.tab == JSON:
        return InputFault("whole", _words(fault, fault.path))
    member, _separator, inside = fault.path.removeprefix("$.").partition(".")
    name, _bracket, place = member.partition("[")
    if name == "messages" and typed.turns and place:
        return InputFault("turns", _words(fault, inside), int(place.partition("]")[0]))
    if name == "prompt":
        return InputFault("prompt", _("Choose a prompt.") if not typed.prompt else _words(fault, ""))
    return InputFault(_field(name, typed), _words(fault, fault.path))


def _field(member: str, typed: Typed) -> str:
    """The field of the form that gives a member of the context."""
    if member in ("attributes", "messages"):
        return {"attributes": "attributes", "messages": "turns"}[member]
    field = _IDENTITY_FIELDS.get(member, member)
    return field if field in _OWN_FIELDS and getattr(typed, field) else "further"


def _words(fault: Fault, place: str) -> str:
    """The fault in words that can be written as UTF-8, whatever was typed."""
    return in_words(fault, place).encode(errors="backslashreplace").decode()
