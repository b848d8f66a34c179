"""References inside a schema: each target gets a name below `$defs`, wherever it stood before."""

import re
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from .keywords import in_place_references, references
from .repairs import PARAMETERS, Path, Repairs, Unsendable

ROOT_REFERENCE = "#"
_PREFIX = "#/$defs/"
_MOST_DEFINITIONS = 1000
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")

Pointer = tuple[str, ...]


class References:
    """Gives the references of one schema their normal form `#` or `#/$defs/NAME`, and keeps what they point at."""

    def __init__(self, root: Mapping[str, Any], repairs: Repairs) -> None:
        self._root = root
        self._repairs = repairs
        self._names: dict[Pointer, str] = {}
        self._taken = set(_names_below(root, "$defs"))
        self.pending: list[tuple[str, Any]] = []  # names with their targets, still to be brought into normal form

    def normal(self, reference: str, path: Path) -> str:
        """The normal form of a reference; raises `Unsendable` when it points at nothing in this schema."""
        pointer = _pointer(reference, path)
        if not pointer:
            return ROOT_REFERENCE
        if pointer not in self._names:
            self._keep(pointer, self._target(pointer, path), path)
        return to_definition(self._names[pointer])

    def _keep(self, pointer: Pointer, target: Any, path: Path) -> None:
        if len(self._names) == _MOST_DEFINITIONS:
            raise Unsendable("schema_too_large", path, f"the schema refers to over {_MOST_DEFINITIONS} definitions")
        self._names[pointer] = self._name(pointer)
        self.pending.append((self._names[pointer], target))
        if pointer[0] != "$defs" or len(pointer) != 2:
            self._repairs.note("definitions_moved", path, f"what {'/'.join(pointer)!r} holds was moved to `$defs`")

    def _name(self, pointer: Pointer) -> str:
        if pointer[0] == "$defs" and len(pointer) == 2:
            return pointer[1]
        name = pointer[-1]
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    def _target(self, pointer: Pointer, path: Path) -> Any:
        target: Any = self._root
        for step in pointer:
            target = _below(target, step)
        if not isinstance(target, dict | bool):
            raise Unsendable("reference_unresolved", path, f"there is no schema at {'/'.join(pointer)!r}")
        return target


def to_definition(name: str) -> str:
    """The reference to a definition of this name."""
    return _PREFIX + name.replace("%", "%25").replace("~", "~0").replace("/", "~1")


def definition(schema: Mapping[str, Any], reference: str) -> Any:
    """What a reference in normal form points at."""
    if reference == ROOT_REFERENCE:
        return schema
    return schema["$defs"][_unescaped(reference.removeprefix(_PREFIX))]


def refuse_loops(schema: Mapping[str, Any]) -> None:
    """Raises `Unsendable` when a schema in normal form leads back to itself without going down into the value."""
    graph = {ROOT_REFERENCE: list(in_place_references(schema))}
    for name, target in schema.get("$defs", {}).items():
        graph[to_definition(name)] = list(in_place_references(target))
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        loop = " → ".join(reversed(error.args[1]))
        raise Unsendable("reference_loop", PARAMETERS, f"the references lead round in a circle: {loop}") from error


def with_used_definitions(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema in normal form without the definitions that nothing refers to."""
    kept = {keyword: value for keyword, value in schema.items() if keyword != "$defs"}
    used: dict[str, Any] = {}
    waiting = [kept]
    while waiting:
        for reference in references(waiting.pop()):
            if reference != ROOT_REFERENCE and reference not in used:
                used[reference] = definition(schema, reference)
                waiting.append(used[reference])
    if used:
        kept["$defs"] = {name: target for name, target in schema["$defs"].items() if to_definition(name) in used}
    return kept


def _pointer(reference: str, path: Path) -> Pointer:
    if reference in ("", "#"):
        return ()
    if not reference.startswith("#/"):
        raise Unsendable("reference_unresolved", path, f"{reference!r} points outside the schema")
    return tuple(_unescaped(step) for step in reference[2:].split("/"))


def _unescaped(step: str) -> str:
    octets = _PERCENT.sub(lambda found: bytes.fromhex(found[1].decode()), step.encode("utf-8", "surrogatepass"))
    return octets.decode("utf-8", "replace").replace("~1", "/").replace("~0", "~")


def _below(value: Any, step: str) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and step.isascii() and step.isdigit() and len(step) < 7 and int(step) < len(value):
        return value[int(step)]
    return None


def _names_below(schema: Mapping[str, Any], keyword: str) -> list[str]:
    names = schema.get(keyword)
    return list(names) if isinstance(names, dict) else []
