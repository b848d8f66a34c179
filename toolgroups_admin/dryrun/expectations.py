"""What a scenario expects of an answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from django.utils.translation import gettext_noop

from toolgroups_admin.engine import Fault

from .origins import GROUP

LISTS = ("hits", "misses", "tools", "absent_tools", "system_prompt_has")
MEMBERS = (*LISTS, "no_other_tools", "tool_sources")

NOT_TEXTS = gettext_noop("this is no list of texts")
WRITE_TEXTS = gettext_noop("Write a list of texts, each of them not empty.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectations:
    """Groups by name, tools by the name that the model calls them by, and texts of the system prompt."""

    hits: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    no_other_tools: bool = False
    absent_tools: tuple[str, ...] = ()
    tool_sources: Mapping[str, str] = field(default_factory=dict)
    system_prompt_has: tuple[str, ...] = ()

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> Self:
        """The expectations that are written, which have no faults."""
        lists = {name: tuple(members.get(name, ())) for name in LISTS}
        sources = dict(members.get("tool_sources", {}))
        return cls(no_other_tools=members.get("no_other_tools", False), tool_sources=sources, **lists)

    def members(self) -> dict[str, Any]:
        """The expectations as they are written: what is not asked for is left out."""
        written: dict[str, Any] = {name: list(getattr(self, name)) for name in LISTS if getattr(self, name)}
        if self.no_other_tools:
            written["no_other_tools"] = True
        if self.tool_sources:
            written["tool_sources"] = dict(self.tool_sources)
        return written


def faults_of(members: Any, path: str) -> list[Fault]:
    """Everything that is wrong with written expectations, also that they contradict each other or ask for nothing."""
    if not isinstance(members, dict):
        remedy = gettext_noop("Write an object with what must be true of the answer.")
        return [Fault("wrong_type", path, members, gettext_noop("this is no object"), remedy)]
    faults = [*_unknown(members, path), *_wrong(members, path)]
    return faults or [*_contradictions(members, path), *_nothing(members, path)]


def _unknown(members: Mapping[str, Any], path: str) -> Iterator[Fault]:
    for name in members:
        if name not in MEMBERS:
            known = {"known": ", ".join(MEMBERS)}
            remedy = gettext_noop("Use these: {known}.")
            yield Fault("unknown_member", f"{path}.{name}", None, gettext_noop("this is not known"), remedy, known)


def _wrong(members: Mapping[str, Any], path: str) -> Iterator[Fault]:
    for name in LISTS:
        if not _is_texts(members.get(name, [])):
            yield Fault("wrong_type", f"{path}.{name}", members[name], NOT_TEXTS, WRITE_TEXTS)
    if not isinstance(exact := members.get("no_other_tools", False), bool):
        remedy = gettext_noop("Write true or false.")
        words = gettext_noop("this is neither true nor false")
        yield Fault("wrong_type", f"{path}.no_other_tools", exact, words, remedy)
    sources = members.get("tool_sources", {})
    if not isinstance(sources, dict) or not all(map(_is_source, sources.values())):
        words = gettext_noop("this does not say where tools come from")
        remedy = gettext_noop("Name tools and where each comes from: prompt, request, or group: and its name.")
        yield Fault("wrong_source", f"{path}.tool_sources", sources, words, remedy)


def _contradictions(members: Mapping[str, Any], path: str) -> Iterator[Fault]:
    for wanted, unwanted in (("hits", "misses"), ("tools", "absent_tools")):
        for name in members.get(unwanted, ()):
            if name in members.get(wanted, ()):
                words = gettext_noop("this is wanted and not wanted at once")
                remedy = gettext_noop("Take it out of one of the two lists.")
                yield Fault("contradiction", f"{path}.{unwanted}", name, words, remedy)


def _nothing(members: Mapping[str, Any], path: str) -> Iterator[Fault]:
    if not any(members.values()):
        remedy = gettext_noop("Say at least one thing that must be true, or the scenario could never fail.")
        yield Fault("nothing_expected", path, None, gettext_noop("nothing is expected"), remedy)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) and text for text in value)


def _is_source(value: Any) -> bool:
    return isinstance(value, str) and (
        value in ("prompt", "request") or bool(value.startswith(GROUP) and value[len(GROUP) :])
    )
