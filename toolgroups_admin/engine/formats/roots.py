"""The root of a tool's schema, which must be one object: arguments have names."""

from collections.abc import Mapping
from typing import Any

from .keywords import has_type
from .limits import Limits
from .merging import both, either, joined
from .references import definition
from .repairs import PARAMETERS, Repairs, Unsendable

_COMBINATORS = ("allOf", "anyOf", "oneOf")
_MOST_BRANCHES = 1000
_MOST_LEVELS = 32


def object_root(schema: Mapping[str, Any], limits: Limits, repairs: Repairs) -> dict[str, Any]:
    """A schema in normal form as one of type object, without the keywords that the format refuses in a root.

    Alternatives in the root become one object in which each of them fits. Raises `Unsendable`:
    `root_not_object`, `schema_too_large`.
    """
    form = _ObjectForm(schema).of(schema)
    if form is None:
        raise Unsendable("root_not_object", PARAMETERS, "the parameters of a tool must be an object")
    root = dict(schema)
    if limits.root_refuses and not (limits.root_refuses | {"$ref"}).isdisjoint(schema):
        root = _combined(schema, form, limits, repairs)
    if root.get("type") != "object":
        repairs.note("root_type_added", PARAMETERS, "`type: object` was added")
        root = {**root, "type": "object"} if "type" in root else {"type": "object", **root}
    if limits.properties_needed and "properties" not in root:
        repairs.note("properties_added", PARAMETERS, "`properties: {}` was added")
        root["properties"] = {}
    return root


def _combined(schema: Mapping[str, Any], form: dict[str, Any], limits: Limits, repairs: Repairs) -> dict[str, Any]:
    if "$ref" in schema:
        repairs.note("references_inlined", (*PARAMETERS, "$ref"), "what the root refers to was copied into it")
    for keyword in _COMBINATORS:
        if keyword in schema:
            repairs.note("root_combined", (*PARAMETERS, keyword), f"`{keyword}` in the root became one object for all")
    for keyword in form:
        if keyword in limits.root_refuses:
            repairs.note("root_keyword_dropped", (*PARAMETERS, keyword), f"`{keyword}` is refused in the root")
    root = {keyword: value for keyword, value in form.items() if keyword not in limits.root_refuses}
    return {**root, "$defs": schema["$defs"]} if "$defs" in schema else root


class _ObjectForm:
    """Brings a schema without in-place loops into the form of one object, as exactly as that can be said."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._branches = 0

    def of(self, schema: Any, level: int = 0) -> dict[str, Any] | None:
        """The form; None when no object passes the schema."""
        self._count(level)
        if isinstance(schema, bool):
            return {} if schema else None
        if "$ref" in schema:
            beside = {keyword: value for keyword, value in schema.items() if keyword not in ("$ref", "$defs")}
            return self.of(joined(definition(self._root, schema["$ref"]), beside), level + 1)
        if "type" in schema and not has_type(schema, "object"):
            return None
        return self._merged(schema, level)

    def _merged(self, schema: Mapping[str, Any], level: int) -> dict[str, Any] | None:
        form = {keyword: value for keyword, value in schema.items() if keyword not in (*_COMBINATORS, "$defs")}
        for branch in schema.get("allOf", ()):
            part = self.of(branch, level + 1)
            if part is None:
                return None
            form = both(form, part)
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                parts = [part for branch in schema[keyword] if (part := self.of(branch, level + 1)) is not None]
                if not parts:
                    return None
                form = both(form, either(parts))
        return form

    def _count(self, level: int) -> None:
        self._branches += 1
        if self._branches > _MOST_BRANCHES or level > _MOST_LEVELS:
            raise Unsendable("schema_too_large", PARAMETERS, "the alternatives in the root are too many")
