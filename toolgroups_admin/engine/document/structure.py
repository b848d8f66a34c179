"""A document taken apart: its objects, where they stand, and what is wrong with their shape."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import ValidationError

from ..faults import Fault, gettext_noop
from ..paths import ROOT, at
from ..values import has_lone_surrogate
from . import limits
from .plainness import UNPLAIN, plainness_faults, showable
from .remains import remains_of
from .rule_specs import Spec
from .shape_words import WORDS
from .shapes import shape_faults
from .specs import DocumentSpec, GroupSpec, ObjectSpec, PromptSpec, RuleEntrySpec, Section, ToolSpec

FORMAT: Literal[1] = 1
OBJECT_DEPTH = limits.DEPTH - 2  # an object stands in a list in the document
SECTIONS: Mapping[Section, type[ObjectSpec]] = {
    "tools": ToolSpec,
    "rules": RuleEntrySpec,
    "groups": GroupSpec,
    "prompts": PromptSpec,
}
IDENTITY_MEMBER: Mapping[Section, str] = {"tools": "key", "rules": "name", "groups": "name", "prompts": "name"}

Shape = TypeVar("Shape", bound=Spec)


class Placed(NamedTuple, Generic[Shape]):
    """An object and its JSON path."""

    path: str
    spec: Shape


@dataclass(frozen=True, slots=True)
class Structure:
    """The objects of a document by section, the identities of all, and the faults of shape.

    Of a malformed object there is what can be used, so that everything else that is wrong with it is found too.

    `named` has the paths of the objects that bear an identity, of malformed ones too: references to them are not unknown.
    """

    faults: list[Fault]
    tools: list[Placed[ToolSpec]] = field(default_factory=list)
    rules: list[Placed[RuleEntrySpec]] = field(default_factory=list)
    groups: list[Placed[GroupSpec]] = field(default_factory=list)
    prompts: list[Placed[PromptSpec]] = field(default_factory=list)
    scenarios: list[dict[str, Any]] = field(default_factory=list)
    named: Mapping[Section, Mapping[str, list[str]]] = field(default_factory=dict)

    def spec(self) -> DocumentSpec:
        """The well-formed part as one spec."""
        return DocumentSpec(
            format=FORMAT,
            tools=[spec for _, spec in self.tools],
            rules=[spec for _, spec in self.rules],
            groups=[spec for _, spec in self.groups],
            prompts=[spec for _, spec in self.prompts],
            scenarios=self.scenarios,
        )


def structure_of(document: Any) -> Structure:
    """The parts of a document. Of one that is no object, or of a later format, only the faults."""
    if not isinstance(document, dict):
        return Structure([Fault("wrong_type", ROOT, showable(document), *WORDS["dict_type"][1:])])
    faults = [*_format_faults(document), *_root_member_faults(document)]
    if any(fault.code == "later_format" for fault in faults):
        return Structure([fault for fault in faults if fault.code == "later_format"])
    return Structure(
        faults,
        tools=_objects(document, "tools", ToolSpec, faults),
        rules=_objects(document, "rules", RuleEntrySpec, faults),
        groups=_objects(document, "groups", GroupSpec, faults),
        prompts=_objects(document, "prompts", PromptSpec, faults),
        scenarios=_scenarios(document, faults),
        named={section: _names(document, section) for section in SECTIONS},
    )


def object_of(value: Any, spec: type[Shape], path: str, faults: list[Fault], *, depth: int) -> Shape | None:
    """One object of a document, or None with its faults added to `faults`."""
    if unplain := plainness_faults(value, path, depth=depth):
        faults.extend(unplain)
        return None
    try:
        return spec.model_validate(value)
    except ValidationError as error:
        faults.extend(shape_faults(error, value, path, spec))
        return None


def _objects(document: dict[str, Any], section: Section, spec: type[Shape], faults: list[Fault]) -> list[Placed[Shape]]:
    placed = []
    for path, value in _entries(document, section, faults):
        noted = len(faults)
        found = object_of(value, spec, path, faults, depth=OBJECT_DEPTH)
        if found is None and not any(fault.code in UNPLAIN for fault in faults[noted:]):
            found = remains_of(value, spec)
        if found is not None:
            placed.append(Placed(path, found))
    return placed


def _scenarios(document: dict[str, Any], faults: list[Fault]) -> list[dict[str, Any]]:
    scenarios = []
    for path, value in _entries(document, "scenarios", faults):
        if unplain := plainness_faults(value, path, depth=OBJECT_DEPTH):
            faults.extend(unplain)
        elif isinstance(value, dict):
            scenarios.append(value)
        else:
            faults.append(Fault("wrong_type", path, value, *WORDS["dict_type"][1:]))
    return scenarios


def _entries(document: dict[str, Any], section: str, faults: list[Fault]) -> Iterator[tuple[str, Any]]:
    entries = document.get(section, [])
    path = at(ROOT, section)
    if not isinstance(entries, list):
        faults.append(Fault("wrong_type", path, showable(entries), *WORDS["list_type"][1:]))
    elif len(entries) > limits.OBJECTS:
        faults.append(Fault("too_long", path, len(entries), *WORDS["too_long"][1:], {"max_length": limits.OBJECTS}))
    else:
        yield from ((f"{path}[{place}]", entry) for place, entry in enumerate(entries))


def _names(document: dict[str, Any], section: Section) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for path, entry in _entries(document, section, []):
        name = entry.get(IDENTITY_MEMBER[section]) if isinstance(entry, dict) else None
        if isinstance(name, str) and "\0" not in name and not has_lone_surrogate(name):
            named.setdefault(name, []).append(path)
    return named


def _format_faults(document: dict[str, Any]) -> Iterator[Fault]:
    number = document.get("format", FORMAT)
    path = at(ROOT, "format")
    if "format" not in document:
        yield Fault("missing_member", ROOT, showable(document), *WORDS["missing"][1:], {"member": "format"})
    elif type(number) is not int:
        yield Fault("wrong_type", path, showable(number), *WORDS["int_type"][1:])
    elif number > FORMAT:
        yield Fault("later_format", path, showable(number), *_LATER, {"known": FORMAT})
    elif number < FORMAT:
        yield Fault("unknown_format", path, showable(number), *_UNKNOWN, {"known": FORMAT})


def _root_member_faults(document: dict[str, Any]) -> Iterator[Fault]:
    if unplain := plainness_faults(dict.fromkeys(document), ROOT):
        yield from unplain
        return
    for member in document:
        if member not in DocumentSpec.model_fields:
            params = {"member": member, "members": ", ".join(DocumentSpec.model_fields)}
            yield Fault(
                "unknown_member", at(ROOT, member), showable(document[member]), *WORDS["extra_forbidden"][1:], params
            )


_LATER: tuple[str, str] = (
    gettext_noop("This document is of a later format than this program reads"),
    gettext_noop("Update the program, or export the document as format {known}."),
)
_UNKNOWN: tuple[str, str] = (gettext_noop("There is no such format"), gettext_noop('Write "format": {known}.'))
