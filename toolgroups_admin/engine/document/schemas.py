"""Whether a tool's parameters are a legal JSON Schema, of draft 2020-12 or of the older ones that tools still carry."""

from collections.abc import Callable, Mapping
from typing import Any

from jsonschema import Draft4Validator, Draft7Validator, Draft202012Validator, ValidationError

from ..faults import Fault, gettext_noop
from ..paths import at
from ..values import is_number
from . import limits
from .plainness import plainness_faults

REASON = 200  # characters

_METASCHEMA = Draft202012Validator(Draft202012Validator.META_SCHEMA)
_OLDER = tuple(draft(draft.META_SCHEMA) for draft in (Draft7Validator, Draft4Validator))


def schema_faults(schema: Mapping[str, Any], path: str) -> list[Fault]:
    """Every place at which `schema`, plain JSON standing at `path`, is no legal schema, or nested too deeply.

    What draft 7 or 4 allows is no fault: one tool from elsewhere must not spoil a document. The formats modernize it
    or leave the tool out with a warning, and lint says so.
    """
    if deep := plainness_faults(schema, path, depth=limits.FREE_DEPTH):
        return deep
    if is_surely_legal(schema):
        return []
    errors = list(_METASCHEMA.iter_errors(schema))
    if errors and any(older.is_valid(schema) for older in _OLDER):
        return []
    return [_fault(error, path) for error in errors]


def is_surely_legal(schema: Any) -> bool:
    """True for schemas of common keywords that are plainly legal, without asking the metaschema, which is slow.

    False says nothing.
    """
    return isinstance(schema, bool) or (
        isinstance(schema, dict)
        and all((check := _COMMON.get(keyword)) and check(value) for keyword, value in schema.items())
    )


def _fault(error: ValidationError, path: str) -> Fault:
    reason = error.message if len(error.message) <= REASON else f"{error.message[:REASON]}…"
    return Fault("bad_schema", at(path, *error.absolute_path), error.instance, *_WORDS, {"reason": reason})


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_anything(value: Any) -> bool:
    return True


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_type(value: Any) -> bool:
    if isinstance(value, str):
        return value in _TYPES
    return _are_names(value) and bool(value) and _TYPES.issuperset(value)


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value)) and len(set(value)) == len(value)


def _are_legal(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_surely_legal, value))


def _are_named_legal(value: Any) -> bool:
    return isinstance(value, dict) and all(map(is_surely_legal, value.values()))


_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
_COMMON: Mapping[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("title", "description", "format", "pattern", "$ref", "$schema", "$comment"), _is_text),
    **dict.fromkeys(("default", "const"), _is_anything),
    **dict.fromkeys(("enum", "examples"), lambda value: isinstance(value, list)),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _is_count),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), is_number),
    **dict.fromkeys(("uniqueItems", "deprecated", "readOnly", "writeOnly"), _is_flag),
    **dict.fromkeys(("items", "additionalProperties", "not"), is_surely_legal),
    **dict.fromkeys(("anyOf", "oneOf", "allOf"), _are_legal),
    **dict.fromkeys(("properties", "$defs"), _are_named_legal),
    "type": _is_type,
    "required": _are_names,
}
_WORDS: tuple[str, str] = (
    gettext_noop("The parameters are no legal JSON Schema here: {reason}"),
    gettext_noop("Write this part as JSON Schema (draft 2020-12) wants it."),
)
