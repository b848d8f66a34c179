"""Checking values against a tool's schema: no coercion, no fetching of references, no search without end."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, cast

import regex
from jsonschema import Draft4Validator, Draft7Validator, Draft202012Validator, ValidationError
from jsonschema.exceptions import SchemaError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry
from referencing.exceptions import Unresolvable

PATTERN_SECONDS: Final = 0.05
LEVELS: Final = 32
SHOWN_CHARACTERS: Final = 200


class Checker:
    """One schema, made ready to check many values."""

    def __init__(self, schema: Mapping[str, Any], validator: Validator | None) -> None:
        self._schema, self._validator = schema, validator

    def problems(self, value: Any) -> Iterator[str]:
        """What is wrong, place by place, in words that tell what to send and never repeat the value."""
        if self._validator is None:
            yield "the tool's schema cannot be read: it is no legal JSON Schema"
            return
        try:
            for error in self._validator.iter_errors(value):
                yield _words(error)
        except (Unresolvable, RecursionError):
            yield "the tool's schema cannot be read: one of its references leads nowhere"

    def accepts(self, value: Any, schema: Any) -> bool:
        """Whether a part of the schema takes this value."""
        if self._validator is None:
            return True
        try:
            return bool(self._validator.evolve(schema=schema).is_valid(value))
        except (Unresolvable, RecursionError):
            return True

    def parts(self, schema: Any, level: int = 0) -> Iterator[Mapping[str, Any]]:
        """The schema and what it refers to or joins, as far as it can be followed."""
        if not isinstance(schema, Mapping) or level > LEVELS:
            return
        yield schema
        yield from self.parts(self._target(schema.get("$ref")), level + 1)
        for branch in schema.get("allOf", ()):
            yield from self.parts(branch, level + 1)

    def _target(self, reference: Any) -> Any:
        """What a reference within the schema points to; None when it points elsewhere."""
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return None
        found: Any = self._schema
        for step in reference[2:].split("/"):
            step = step.replace("~1", "/").replace("~0", "~")
            found = found.get(step) if isinstance(found, Mapping) else None
        return found


def checker_of(schema: Mapping[str, Any]) -> Checker:
    """A checker that reads the schema as draft 2020-12 or, where that does not allow it, as an older draft."""
    for draft in (_LATEST, _SEVEN, _FOUR):
        try:
            draft.check_schema(schema, format_checker=None)  # patterns are JavaScript's: Python does not judge them
        except SchemaError:
            continue
        return Checker(schema, draft(schema, registry=Registry()))
    return Checker(schema, None)


def _found(pattern: str, text: str) -> bool:
    """Whether the pattern is found; one that cannot be searched in time is taken as found: the tool may judge itself."""
    try:
        return regex.search(pattern, text, timeout=PATTERN_SECONDS) is not None
    except (regex.error, TimeoutError):
        return True


def _pattern(validator: Validator, pattern: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(value, str) and not _found(pattern, value):
        yield ValidationError("does not match")


def _pattern_properties(validator: Any, patterns: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    for pattern, inner in patterns.items() if isinstance(value, dict) else ():
        for name, item in value.items():
            if _found(pattern, name):
                yield from validator.descend(item, inner, path=name, schema_path=pattern)


_BOUNDED: Final = {"pattern": _pattern, "patternProperties": _pattern_properties}
_extend: Any = extend  # it has no types
_LATEST, _SEVEN, _FOUR = (
    _extend(draft, _BOUNDED) for draft in (Draft202012Validator, Draft7Validator, Draft4Validator)
)

_TYPES: Final = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_TEMPLATES: Final = {
    "enum": "must be one of {wanted}",
    "const": "must be {wanted}",
    "pattern": "must match the pattern {wanted}",
    "minLength": "must have at least {wanted} characters",
    "maxLength": "must have at most {wanted} characters",
    "minItems": "must have at least {wanted} entries",
    "maxItems": "must have at most {wanted} entries",
    "minimum": "must be at least {wanted}",
    "maximum": "must be at most {wanted}",
    "exclusiveMinimum": "must be more than {wanted}",
    "exclusiveMaximum": "must be less than {wanted}",
    "multipleOf": "must be a multiple of {wanted}",
    "uniqueItems": "must not have an entry twice",
}


def _words(error: ValidationError) -> str:
    place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path).lstrip(".")
    return f"{place or 'the arguments'}: {_wrong(error)}"


def _wrong(error: ValidationError) -> str:
    keyword, wanted = str(error.validator), cast(Any, error.validator_value)
    if keyword == "required":
        return f"{', '.join(_missing(error))} missing"
    if keyword == "type":
        types = [wanted] if isinstance(wanted, str) else wanted
        return f"must be {' or '.join(_TYPES.get(kind, str(kind)) for kind in types)}"
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        return f"takes only these members: {_names(error.schema)}"
    if keyword in _TEMPLATES:
        return _TEMPLATES[keyword].format(wanted=_short(wanted))
    return f"does not fit `{keyword}`: {_short(wanted)}"


def _missing(error: ValidationError) -> Iterable[str]:
    present = error.instance if isinstance(error.instance, dict) else {}
    wanted = cast(Any, error.validator_value)
    missing = [name for name in wanted if name not in present] if isinstance(wanted, list) else []
    # jsonschema has one error for each missing name and tells it only in words; each gets its own here by its place.
    named = [name for name in missing if error.message.startswith(repr(name))]
    return [f"`{name}` is" for name in named or missing[:1]]


def _names(schema: Any) -> str:
    properties = schema.get("properties", {}) if isinstance(schema, Mapping) else {}
    return ", ".join(f"`{name}`" for name in properties) or "none"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…"
