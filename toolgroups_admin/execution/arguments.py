"""Arguments that a model wrote: read, what is absent left out, and checked against the tool's schema (contract 12)."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from toolgroups_admin.engine import MalformedJSON, decode_json

from .schemas import Checker, checker_of

MOST_CHARACTERS: Final = 1_000_000
MOST_DEPTH: Final = 100  # checking walks down it, and so does whoever takes them
SHOWN_PROBLEMS: Final = 5


class Malformed(Exception):
    """Arguments that are no JSON object; the text tells the model what to send instead."""


def read_arguments(raw: Any) -> dict[str, Any]:
    """The arguments as an object: nothing, `null` and blank text are `{}` (contract 12). Raises `Malformed`."""
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return {}
    value = _decoded(raw) if isinstance(raw, str) else raw
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise Malformed("The arguments must be one JSON object with a member for each parameter")
    return dict(value)


def without_absent(arguments: Mapping[str, Any], schema: Mapping[str, Any] | None) -> dict[str, Any]:
    """The arguments without each `null` that means "absent": of an optional parameter that cannot be null (field case 20)."""
    if not schema:
        return dict(arguments)
    pruned: dict[str, Any] = _pruned(arguments, schema, _checker(json.dumps(schema)))
    return pruned


def problems(arguments: Mapping[str, Any], schema: Mapping[str, Any] | None) -> list[str]:
    """What a model must mend, in its words; none when the arguments fit. Never repeats a value.

    Nothing is coerced: "1" is no number.
    """
    if not schema:
        return []
    found = list(_checker(json.dumps(schema)).problems(arguments))
    more = [f"and {len(found) - SHOWN_PROBLEMS} more"] if len(found) > SHOWN_PROBLEMS else []
    return found[:SHOWN_PROBLEMS] + more


def _decoded(raw: str) -> Any:
    if len(raw) > MOST_CHARACTERS:
        raise Malformed(f"The arguments have {len(raw)} characters; at most {MOST_CHARACTERS} are taken")
    try:
        return decode_json(raw.encode(), depth=MOST_DEPTH)
    except MalformedJSON as error:
        raise Malformed(f"The arguments are no valid JSON ({error}). Send one complete JSON object") from error
    except UnicodeEncodeError as error:
        raise Malformed("The arguments are no valid JSON (half of a surrogate pair). Send one JSON object") from error


@lru_cache(maxsize=2048)
def _checker(schema: str) -> Checker:
    return checker_of(json.loads(schema))


def _pruned(value: Any, schema: Any, checker: Checker) -> Any:
    if isinstance(value, Mapping):
        kept = {}
        parts = list(checker.parts(schema))
        for name, item in value.items():
            inner = next((part["properties"][name] for part in parts if name in part.get("properties", {})), True)
            if item is None and _is_absent(name, inner, parts, checker):
                continue
            kept[name] = _pruned(item, inner, checker)
        return kept
    if isinstance(value, list):
        items = next((part["items"] for part in checker.parts(schema) if "items" in part), True)
        return [_pruned(item, items, checker) for item in value]
    return value


def _is_absent(name: str, schema: Any, parts: list[Mapping[str, Any]], checker: Checker) -> bool:
    known = any(name in part.get("properties", {}) for part in parts)
    required = any(name in part.get("required", ()) for part in parts)
    return known and not required and not checker.accepts(None, schema)
