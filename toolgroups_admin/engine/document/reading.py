"""Reading a document: every fault at once, or its specs."""

import re
from collections.abc import Iterable
from typing import Any

from ..errors import InvalidDocument
from ..faults import Fault
from .references import reference_faults
from .specs import DocumentSpec
from .structure import SECTIONS, structure_of

_OBJECT = re.compile(r"\$\.(\w+)\[(\d+)\]")


def read_document(document: Any) -> DocumentSpec:
    """The specs of a document, a plain JSON value (design §4); what its rules mean is for `compile_catalog`.

    Raises InvalidDocument with everything that is wrong, each fault with code, JSON path, value and remedy.
    """
    structure = structure_of(document)
    refuse([*structure.faults, *reference_faults(structure)])
    return structure.spec()


def refuse(faults: Iterable[Fault]) -> None:
    """Raises InvalidDocument if there are faults: those of one object together, in the document's order, each once."""
    different = {(fault.path, fault.message): fault for fault in faults}
    if different:
        raise InvalidDocument(sorted(different.values(), key=_place))


def _place(fault: Fault) -> tuple[int, int]:
    found = _OBJECT.match(fault.path)
    return (_ORDER.get(found[1], len(_ORDER)), int(found[2])) if found else (-1, 0)


_ORDER: dict[str, int] = {section: place for place, section in enumerate(SECTIONS)}
