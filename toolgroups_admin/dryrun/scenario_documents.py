"""Scenarios as they stand in a document: read with everything that is wrong, and written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_noop

from toolgroups_admin.catalog.models import json_text
from toolgroups_admin.engine import Fault, InvalidContext, parse_context

from .expectations import Expectations, faults_of
from .keeping import NEVER_KEPT

Json = dict[str, Any]

MEMBERS = ("name", "context", "expect", "tags", "owner", "note")
LONGEST_NAME = 128
PATH = "$.scenarios"


@dataclass(frozen=True, slots=True)
class WrittenScenario:
    """A chat context and what must be true of its answer."""

    name: str
    context: Mapping[str, Any]
    expect: Expectations
    tags: tuple[str, ...] = ()
    owner: str = ""
    note: str = ""

    @property
    def prompt(self) -> str:
        """The prompt that its context names."""
        prompt: str = self.context["prompt"]
        return prompt

    def members(self) -> Json:
        """The scenario as it stands in a document; what is empty is left out."""
        colleagues = {"tags": list(self.tags), "owner": self.owner, "note": self.note}
        written = {name: value for name, value in colleagues.items() if value}
        return {"name": self.name, "context": dict(self.context), "expect": self.expect.members(), **written}


def scenario_of(members: Mapping[str, Any]) -> WrittenScenario:
    """The scenario that is written, which has no faults."""
    return WrittenScenario(
        members["name"],
        members["context"],
        Expectations.of(members["expect"]),
        tuple(members.get("tags", ())),
        members.get("owner", ""),
        members.get("note", ""),
    )


def faults_in(entries: Sequence[Any]) -> list[Fault]:
    """Everything that is wrong with the scenarios of a document."""
    faults = [fault for place, entry in enumerate(entries) for fault in scenario_faults(entry, f"{PATH}[{place}]")]
    return faults or list(_twice(entries))


def scenario_faults(members: Any, path: str = "$") -> list[Fault]:
    """Everything that is wrong with one scenario."""
    if not isinstance(members, dict):
        remedy = gettext_noop("Write an object with name, context and expect.")
        return [Fault("wrong_type", path, members, gettext_noop("this is no object"), remedy)]
    return [
        *_own_faults(members, path),
        *_context_faults(members, path),
        *faults_of(members.get("expect"), f"{path}.expect"),
    ]


def _own_faults(members: Json, path: str) -> Iterator[Fault]:
    for member in members:
        if member not in MEMBERS:
            words, remedy = gettext_noop("this is not known"), gettext_noop("Use these: {known}.")
            yield Fault("unknown_member", f"{path}.{member}", None, words, remedy, {"known": ", ".join(MEMBERS)})
    name = members.get("name")
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
        words, remedy = gettext_noop("this is no name"), gettext_noop("Write a text of 1 to 128 characters.")
        yield Fault("wrong_name", f"{path}.name", name, words, remedy)
    for member in ("owner", "note"):
        if not isinstance(members.get(member, ""), str):
            words, remedy = gettext_noop("this is no text"), gettext_noop("Write a text.")
            yield Fault("wrong_type", f"{path}.{member}", members[member], words, remedy)
    tags = members.get("tags", [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        yield Fault(
            "wrong_type", f"{path}.tags", tags, gettext_noop("this is no list of texts"), gettext_noop("Write texts.")
        )


def _context_faults(members: Json, path: str) -> Iterator[Fault]:
    context = members.get("context")
    for member in sorted(NEVER_KEPT & context.keys() if isinstance(context, dict) else ()):
        words, remedy = gettext_noop("this is never stored"), gettext_noop("Take it out of the scenario.")
        yield Fault("never_kept", f"{path}.context.{member}", None, words, remedy)
    try:
        json_text(context)
        parse_context(context, preview=True)
    except ValidationError as unkeepable:
        remedy = gettext_noop("Take it out of the scenario.")
        params = {"why": unkeepable.messages[0].rstrip(".。")}
        yield Fault("unkeepable", f"{path}.context", None, "{why}", remedy, params)
    except InvalidContext as invalid:
        for fault in invalid.faults:
            yield Fault(
                fault.code,
                f"{path}.context{fault.path.removeprefix('$')}",
                fault.value,
                fault.template,
                fault.remedy_template,
                fault.params,
            )


def _twice(entries: Sequence[Json]) -> Iterator[Fault]:
    seen: set[str] = set()
    for place, entry in enumerate(entries):
        if entry["name"] in seen:
            words, remedy = gettext_noop("this name is there twice"), gettext_noop("Give each scenario its own name.")
            yield Fault("name_twice", f"{PATH}[{place}].name", entry["name"], words, remedy)
        seen.add(entry["name"])
