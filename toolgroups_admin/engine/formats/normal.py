"""Any JSON object as a schema of draft 2020-12, or why it is none."""

from collections.abc import Mapping
from typing import Any

from .keywords import is_known, rebuilt, shape_wanted
from .references import References, refuse_loops
from .repairs import PARAMETERS, Path, Repairs, Unsendable

# They name the schema itself or where others stand, and say nothing about the value.
_NAMING = frozenset(
    {"$anchor", "$defs", "$dynamicAnchor", "$id", "$recursiveAnchor", "$schema", "$vocabulary", "definitions"}
)
_NEVER_EMPTY = frozenset({"allOf", "anyOf", "enum", "oneOf", "prefixItems"})
_DYNAMIC = frozenset({"$dynamicRef", "$recursiveRef"})
_MOST_STEPS = 64  # a document is at most 32 levels deep


def normal_schema(schema: Mapping[str, Any], repairs: Repairs) -> dict[str, Any]:
    """A copy in draft 2020-12 whose references are `#` or `#/$defs/NAME` and lead somewhere.

    Raises `Unsendable`: `schema_invalid`, `schema_too_large`, `reference_unresolved`, `reference_loop`.
    """
    return _Normalizing(schema, repairs).schema()


class _Normalizing:
    def __init__(self, root: Mapping[str, Any], repairs: Repairs) -> None:
        self._root = dict(root)
        self._repairs = repairs
        self._references = References(self._root, repairs)

    def schema(self) -> dict[str, Any]:
        normal: dict[str, Any] = self._visit(self._root, PARAMETERS)
        definitions: dict[str, Any] = {}
        while self._references.pending:
            name, target = self._references.pending.pop(0)
            definitions[name] = self._visit(target, (*PARAMETERS, "$defs", name))
        if definitions:
            normal["$defs"] = definitions
        refuse_loops(normal)
        return normal

    def _visit(self, schema: Any, path: Path) -> Any:
        if isinstance(schema, bool):
            return schema
        if not isinstance(schema, dict):
            raise Unsendable("schema_invalid", path, "a schema is an object, or true or false")
        if len(path) > _MOST_STEPS:
            raise Unsendable("schema_too_large", path, f"the schema is over {_MOST_STEPS} steps deep")
        members = self._modern(self._without_idle(schema, path), path)
        _refuse_wrong_shapes(members, path)
        normal = rebuilt(members, path, self._visit)
        if "$ref" in normal:
            normal["$ref"] = self._references.normal(normal["$ref"], (*path, "$ref"))
        return normal

    def _without_idle(self, schema: Mapping[str, Any], path: Path) -> dict[str, Any]:
        members = {}
        for keyword, value in schema.items():
            if keyword in _DYNAMIC:
                raise Unsendable("reference_unresolved", (*path, keyword), "references that move are not followed")
            if (value == [] and keyword in _NEVER_EMPTY) or (value is None and is_known(keyword)):
                self._repairs.note("keyword_dropped", (*path, keyword), f"`{keyword}` was empty and was dropped")
            elif keyword not in _NAMING:
                members[keyword] = value
        return members

    def _modern(self, members: dict[str, Any], path: Path) -> dict[str, Any]:
        """The same in the words of draft 2020-12 where it uses those of an older draft."""
        modern = dict(members)
        _modernize_bounds(modern)
        _modernize_items(modern)
        _modernize_dependencies(modern)
        _modernize_required(modern)
        if modern != members:
            changed = sorted(keyword for keyword in members if modern.get(keyword) != members[keyword])
            self._repairs.note("spelling_modernized", path, f"{', '.join(changed)}: rewritten as draft 2020-12 has it")
        return modern


def _modernize_bounds(members: dict[str, Any]) -> None:
    """Draft 4: `exclusiveMinimum: true` beside `minimum`."""
    for exclusive, inclusive in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if isinstance(members.get(exclusive), bool):
            is_exclusive = members.pop(exclusive)
            if is_exclusive and inclusive in members:
                members[exclusive] = members.pop(inclusive)


def _modernize_items(members: dict[str, Any]) -> None:
    """Up to 2019-09: a list of `items`, with `additionalItems` for the rest."""
    if isinstance(members.get("items"), list):
        if places := members.pop("items"):
            members["prefixItems"] = places
        if "additionalItems" in members:
            members["items"] = members["additionalItems"]
    members.pop("additionalItems", None)


def _modernize_dependencies(members: dict[str, Any]) -> None:
    """Up to draft 7: `dependencies` for names and schemas alike."""
    dependencies = members.pop("dependencies", None)
    if isinstance(dependencies, dict):
        for keyword, kind in (("dependentRequired", list), ("dependentSchemas", dict | bool)):
            found = {name: value for name, value in dependencies.items() if isinstance(value, kind)}
            if found:
                members.setdefault(keyword, found)


def _modernize_required(members: dict[str, Any]) -> None:
    if isinstance(members.get("required"), list) and all(isinstance(name, str) for name in members["required"]):
        members["required"] = list(dict.fromkeys(members["required"]))


def _refuse_wrong_shapes(members: Mapping[str, Any], path: Path) -> None:
    for keyword, value in members.items():
        if wanted := shape_wanted(keyword, value):
            raise Unsendable("schema_invalid", (*path, keyword), f"`{keyword}` must be {wanted}")
