"""A schema without references, for a format that does not follow them."""

from collections.abc import Mapping
from typing import Any

from .keywords import rebuilt
from .merging import both, is_exact, joined
from .references import ROOT_REFERENCE, definition
from .repairs import PARAMETERS, Path, Repairs

_MOST_STEPS = 40  # how far down targets are copied in
_MOST_TARGETS = 500


def inlined(schema: Mapping[str, Any], repairs: Repairs) -> dict[str, Any]:
    """A schema in normal form with each reference replaced by its target, and `allOf` by one schema where that is exact.

    Where a target repeats itself only its type and description are left, so the result is finite.
    """
    return _Inlining(schema, repairs).schema()


class _Inlining:
    def __init__(self, root: Mapping[str, Any], repairs: Repairs) -> None:
        self._root = root
        self._repairs = repairs
        self._open = [ROOT_REFERENCE]  # what is being copied in just now
        self._targets = 0

    def schema(self) -> dict[str, Any]:
        root = {keyword: value for keyword, value in self._root.items() if keyword != "$defs"}
        if "$defs" in self._root:
            self._repairs.note(
                "references_inlined", (*PARAMETERS, "$defs"), "definitions were copied to where they are used"
            )
        whole: dict[str, Any] = self._visit(root, PARAMETERS)
        return whole

    def _visit(self, schema: Any, path: Path) -> Any:
        if isinstance(schema, bool):
            return schema
        if "$ref" in schema:
            return self._target(schema, path)
        below = rebuilt(schema, path, self._visit)
        return _without_all_of(below) if "allOf" in below else below

    def _target(self, schema: Mapping[str, Any], path: Path) -> Any:
        reference = schema["$ref"]
        beside = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
        target = definition(self._root, reference)
        self._targets += 1
        if reference in self._open or len(path) > _MOST_STEPS or self._targets > _MOST_TARGETS:
            self._repairs.note(
                "reference_cut", path, f"{reference!r} goes on without end and is described by its type alone"
            )
            return _outline(target, beside)
        self._open.append(reference)
        whole = self._visit(joined(target, beside), path)
        self._open.pop()
        return whole


def _without_all_of(schema: Mapping[str, Any]) -> dict[str, Any]:
    merged = {keyword: value for keyword, value in schema.items() if keyword != "allOf"}
    for part in schema["allOf"]:
        if isinstance(part, bool) or not is_exact(merged, part):
            return dict(schema)
        merged = both(merged, part)
    return merged


def _outline(target: Any, beside: Mapping[str, Any]) -> dict[str, Any]:
    known = target if isinstance(target, dict) else {}
    outline = {keyword: known[keyword] for keyword in ("type", "description") if keyword in known}
    return outline | {keyword: beside[keyword] for keyword in ("title", "description") if keyword in beside}
