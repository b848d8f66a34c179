"""JSON Schema's keywords (draft 2020-12): where schemas stand below a schema, and the shape of each keyword."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ..values import is_number
from .repairs import Path

TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
ANNOTATIONS: Final = frozenset({"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"})

# Keywords whose value is one schema, a list of schemas, or schemas by name.
_ONE: Final = frozenset(
    {
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
_MANY: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_NAMED: Final = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})

# Schemas that judge the same value as the schema they stand in.
_IN_PLACE: Final = frozenset({"allOf", "anyOf", "dependentSchemas", "else", "if", "not", "oneOf", "then"})

Schema = dict[str, Any] | bool
Visit = Callable[[Any, Path], Any]


def rebuilt(schema: Mapping[str, Any], path: Path, visit: Visit) -> dict[str, Any]:
    """A copy of a schema of the right shape, each schema directly below it replaced by what `visit` makes of it."""
    return {keyword: _rebuilt_value(keyword, value, (*path, keyword), visit) for keyword, value in schema.items()}


def in_place_references(schema: Any) -> Iterator[str]:
    """The references that lead from a schema to others without going down into the value."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"]
        for keyword, value in schema.items():
            if keyword in _IN_PLACE:
                for below in _below(keyword, value):
                    yield from in_place_references(below)


def references(schema: Any) -> Iterator[str]:
    """All references of a schema, those in its definitions too."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"]
        for keyword, value in schema.items():
            for below in _below(keyword, value):
                yield from references(below)


def shape_wanted(keyword: str, value: Any) -> str | None:
    """What the keyword must be, in words, when the value is not; None for a right value and an unknown keyword."""
    if keyword in _SHAPES:
        fits, wanted = _SHAPES[keyword]
        return None if fits(value) else wanted
    return None


def is_known(keyword: str) -> bool:
    """True for a keyword whose value has to have a certain shape."""
    return keyword in _SHAPES


def has_type(schema: Mapping[str, Any], name: str) -> bool:
    """True when the schema names the type, alone or in a list."""
    types = schema.get("type")
    return types == name or (isinstance(types, list) and name in types)


def _rebuilt_value(keyword: str, value: Any, path: Path, visit: Visit) -> Any:
    if keyword in _ONE:
        return visit(value, path)
    if keyword in _MANY:
        return [visit(item, (*path, place)) for place, item in enumerate(value)]
    if keyword in _NAMED:
        return {name: visit(item, (*path, name)) for name, item in value.items()}
    return value


def _below(keyword: str, value: Any) -> Iterator[Any]:
    if keyword in _ONE:
        yield value
    elif keyword in _MANY:
        yield from value
    elif keyword in _NAMED:
        yield from value.values()


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_schema(value: Any) -> bool:
    return isinstance(value, dict | bool)


def _is_finite(value: Any) -> bool:
    return is_number(value) and value - value == 0


def _is_count(value: Any) -> bool:
    return _is_finite(value) and value >= 0 and value == value // 1


def _is_step(value: Any) -> bool:
    return _is_finite(value) and value > 0


def _is_filled_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _are_names_by_name(value: Any) -> bool:
    return isinstance(value, dict) and all(_are_names(names) for names in value.values())


def _is_type(value: Any) -> bool:
    if isinstance(value, str):
        return value in TYPES
    return _are_names(value) and bool(value) and len(set(value)) == len(value) and TYPES.issuperset(value)


def _shape(fits: Callable[[Any], bool], wanted: str, *keywords: str) -> dict[str, tuple[Callable[[Any], bool], str]]:
    return dict.fromkeys(keywords, (fits, wanted))


_SHAPES: Final = {
    **_shape(_is_schema, "a schema", *_ONE),
    **_shape(_is_filled_list, "a list of schemas", *_MANY),
    **_shape(_is_object, "schemas by name", *_NAMED),
    **_shape(_is_type, f"one of {', '.join(sorted(TYPES))}, or a list of them", "type"),
    **_shape(_is_text, "text", "$comment", "$ref", "contentEncoding", "contentMediaType"),
    **_shape(_is_text, "text", "description", "format", "pattern", "title"),
    **_shape(_is_finite, "a number", "exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"),
    **_shape(_is_step, "a number above 0", "multipleOf"),
    **_shape(_is_count, "a whole number of at least 0", "maxContains", "maxItems", "maxLength", "maxProperties"),
    **_shape(_is_count, "a whole number of at least 0", "minContains", "minItems", "minLength", "minProperties"),
    **_shape(_is_flag, "true or false", "deprecated", "readOnly", "uniqueItems", "writeOnly"),
    **_shape(_is_list, "a list", "enum", "examples"),
    **_shape(_are_names, "a list of names", "required"),
    **_shape(_are_names_by_name, "lists of names by name", "dependentRequired"),
}
