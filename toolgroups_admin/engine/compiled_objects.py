"""The objects of documents as they were compiled last, for the documents that follow."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from .document.canonical import SECTION_OF, Kind, fragment_of_spec
from .document.identities import identity_faults
from .document.references import own_faults
from .document.rule_specs import RuleSpec
from .document.specs import GroupSpec, ObjectSpec, RuleEntrySpec, ToolSpec
from .document.structure import OBJECT_DEPTH, SECTIONS, object_of
from .faults import Fault
from .paths import ROOT
from .rule import Rule
from .rules.references import referred_names


class Part(NamedTuple):
    """One object of a document, by kind and the digest of its canonical text."""

    kind: Kind
    digest: str


class Unusual(Exception):
    """This document has faults, or may have: it is compiled as a whole, which finds all of them."""


class Outcome(NamedTuple):
    """What an object was compiled to: its rule, the shared rules that this was compiled with, and the whole."""

    rule: Rule | None
    targets: tuple[Rule, ...]
    compiled: Any


@dataclass(slots=True, eq=False)
class CompiledObject:
    """An object that has no faults of its own, and what it was compiled to last."""

    kind: Kind
    identity: str
    text: str
    digest: str
    named: tuple[str, ...]  # shared rules, by its own rule
    spec: Any  # until it is compiled for the first time
    last: Outcome | None = None
    turn: int = 0

    def read(self) -> Any:
        """The spec, read once more where it is not at hand."""
        return self.spec or SECTIONS[SECTION_OF[self.kind]].model_validate(json.loads(self.text))


def rule_of(spec: ObjectSpec) -> RuleSpec | None:
    """The rule that an object has of its own."""
    if isinstance(spec, ToolSpec):
        return spec.allow
    if isinstance(spec, GroupSpec):
        return spec.matcher
    return spec.definition if isinstance(spec, RuleEntrySpec) else None


def read_object(part: Part, text: str) -> CompiledObject:
    """An object that was not compiled yet; raises Unusual when it has faults, or is not what its digest says."""
    value, faults = json.loads(text), list[Fault]()
    spec = object_of(value, SECTIONS[SECTION_OF[part.kind]], ROOT, faults, depth=OBJECT_DEPTH)
    if spec is None or any(identity_faults(spec.identity, ROOT)) or any(own_faults(spec, ROOT)):
        raise Unusual
    if fragment_of_spec(part.kind, spec).digest != part.digest:
        raise Unusual
    rule = rule_of(spec)
    named = tuple(dict.fromkeys(referred_names(rule))) if rule else ()
    return CompiledObject(part.kind, spec.identity, text, part.digest, named, spec)
