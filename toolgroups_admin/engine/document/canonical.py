"""The one spelling of a document, its fragments and their digests."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from ..errors import InvalidDocument
from ..faults import Fault
from ..paths import ROOT
from .reading import refuse
from .specs import DocumentSpec, ObjectSpec, Section
from .structure import FORMAT, OBJECT_DEPTH, SECTIONS, object_of, structure_of

Kind = Literal["tool", "rule", "group", "prompt"]
SECTION_OF: Mapping[Kind, Section] = {"tool": "tools", "rule": "rules", "group": "groups", "prompt": "prompts"}

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Fragment:
    """One object of a document: its canonical text, and the hexadecimal SHA-256 of the text's UTF-8 bytes."""

    kind: Kind
    identity: str
    text: str
    digest: str


def canonical_text(value: Any) -> str:
    """Plain JSON as canonical text: members in their order, no spaces, no ASCII escaping, numbers as Python writes them.

    Raises ValueError for NaN, infinities and what is nested too deeply to be written.
    """
    try:
        return _ENCODER.encode(value)
    except RecursionError as error:
        raise ValueError("the value is nested too deeply to be written as JSON") from error


def canonical_document(document: Any) -> dict[str, Any]:
    """A document in canonical form: members in design order, defaults left out, objects sorted by identity.

    Only the shape is checked, not what objects say of each other. Raises InvalidDocument with every fault of shape.
    """
    structure = structure_of(document)
    refuse(structure.faults)
    return canonical_spec(structure.spec())


def canonical_spec(spec: DocumentSpec) -> dict[str, Any]:
    """The canonical form of a document that has been read."""
    canonical: dict[str, Any] = {"format": FORMAT}
    for section in SECTIONS:
        if objects := getattr(spec, section):
            canonical[section] = [canonical_object(item) for item in _in_order(objects)]
    if spec.scenarios:
        canonical["scenarios"] = spec.scenarios
    return canonical


def canonical_object(spec: ObjectSpec) -> dict[str, Any]:
    """The canonical form of one object."""
    canonical = spec.model_dump(exclude_defaults=True, by_alias=True)
    if "key" in canonical and canonical.get("name") == canonical["key"]:
        del canonical["name"]
    return canonical


def fragments(document: Any) -> list[Fragment]:
    """The fragments of a document in the order of its canonical form; raises InvalidDocument as `canonical_document`."""
    structure = structure_of(document)
    refuse(structure.faults)
    return fragments_of(structure.spec())


def fragments_of(spec: DocumentSpec) -> list[Fragment]:
    """The fragments of a document that has been read."""
    return [
        fragment_of_spec(kind, item)
        for kind, section in SECTION_OF.items()
        for item in _in_order(getattr(spec, section))
    ]


def fragment_of(kind: Kind, value: Any) -> Fragment:
    """The fragment of one object; raises InvalidDocument with the faults of its shape, their paths from `$`, the object."""
    faults: list[Fault] = []
    spec = object_of(value, SECTIONS[SECTION_OF[kind]], ROOT, faults, depth=OBJECT_DEPTH)
    if spec is None:
        raise InvalidDocument(faults)
    return fragment_of_spec(kind, spec)


def document_digest(format_number: int, digests: Iterable[str]) -> str:
    """The digest of a document or release: hexadecimal SHA-256 over its format and its fragments' digests in order.

    The bytes are ASCII: the format as a decimal number and a line feed, then each digest (64 hexadecimal digits in
    lower case) and a line feed.
    """
    return sha256("".join(f"{line}\n" for line in (format_number, *digests)).encode("ascii")).hexdigest()


def assemble(format_number: int, texts: Iterable[tuple[Kind, str]]) -> dict[str, Any]:
    """The document of fragments (kind and text each), which keep their order within their section."""
    document: dict[str, Any] = {"format": format_number}
    objects: dict[Section, list[Any]] = {section: [] for section in SECTIONS}
    for kind, text in texts:
        objects[SECTION_OF[kind]].append(json.loads(text))
    return document | {section: items for section, items in objects.items() if items}


def fragment_of_spec(kind: Kind, spec: ObjectSpec) -> Fragment:
    """The fragment of an object that has been read."""
    text = canonical_text(canonical_object(spec))
    return Fragment(kind, spec.identity, text, sha256(text.encode()).hexdigest())


def _in_order(objects: Iterable[ObjectSpec]) -> list[ObjectSpec]:
    """By identity in UTF-8 byte order, which is the order of code points, hence Python's."""
    return sorted(objects, key=lambda spec: spec.identity)
