"""Two schemas for one value as one schema."""

from collections.abc import Mapping, Sequence
from typing import Any

from .keywords import ANNOTATIONS

_CONDITION = frozenset({"else", "if", "then"})

# Keywords that read each other: they can only be taken over together.
_FAMILIES = (
    frozenset({"additionalProperties", "patternProperties", "properties", "unevaluatedProperties"}),
    frozenset({"items", "prefixItems", "unevaluatedItems"}),
    frozenset({"contains", "maxContains", "minContains"}),
    _CONDITION,
)
_MERGED = frozenset({"additionalProperties", "properties", "required"})
_CLOSING = ("additionalProperties", "unevaluatedProperties")


def joined(target: Any, beside: Mapping[str, Any]) -> dict[str, Any]:
    """What a reference's target and the members beside the reference say together; annotations beside it win."""
    if isinstance(target, bool):
        return dict(beside) if target else {**beside, "not": {}}
    if not _clash(target, beside):
        return {**target, **beside}
    notes = {keyword: value for keyword, value in beside.items() if keyword in ANNOTATIONS}
    rest = {keyword: value for keyword, value in beside.items() if keyword not in ANNOTATIONS}
    return {**notes, "allOf": [target, rest]}


def both(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """One object schema for what has to satisfy two; where they disagree the first one's other keywords stand.

    Closed when one of them is closed, over the properties of both: the meaning of whoever wrote `allOf`, which
    taken by the letter would let nothing pass. It never refuses what both let pass.
    """
    if first.keys() & _CONDITION:
        second = {keyword: value for keyword, value in second.items() if keyword not in _CONDITION}
    merged = {**second, **first}
    for keyword in ("properties", "patternProperties"):
        _set(merged, keyword, _united(first.get(keyword, {}), second.get(keyword, {})))
    _set(merged, "required", list(dict.fromkeys([*first.get("required", ()), *second.get("required", ())])))
    if second.get("additionalProperties") is False:
        merged["additionalProperties"] = False
    return merged


def either(forms: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One object schema in which each of several alternatives fits, and more where that cannot be said.

    A property that only some of them describe is described by those: by the letter an open alternative that is
    silent about it would let any value pass, which tells a model nothing.
    """
    first, *others = forms
    merged = {
        keyword: value
        for keyword, value in first.items()
        if keyword not in _MERGED and all(keyword in form and _same(form[keyword], value) for form in others)
    }
    required = [name for name in first.get("required", ()) if all(name in form.get("required", ()) for form in others)]
    _set(merged, "properties", _alternatives(forms))
    _set(merged, "required", required)
    open_forms = [form for form in forms if form.get("additionalProperties") is not False]
    if any("additionalProperties" in form for form in open_forms) or _have_other_patterns(forms, merged):
        merged["additionalProperties"] = True
    elif not open_forms:
        merged["additionalProperties"] = False
    return merged


def is_exact(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """True when `both` loses nothing: no keyword but properties and what is required is said by both."""
    if any(schema.get(keyword, True) is not True for schema in (first, second) for keyword in _CLOSING):
        return False
    return not _clash(
        *({key: value for key, value in schema.items() if key not in _MERGED} for schema in (first, second))
    )


def _have_other_patterns(forms: Sequence[Mapping[str, Any]], merged: Mapping[str, Any]) -> bool:
    return any("patternProperties" in form for form in forms) and "patternProperties" not in merged


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: in Python `True == 1`."""
    return repr(one) == repr(other)


def _clash(target: Mapping[str, Any], beside: Mapping[str, Any]) -> bool:
    if any(family & target.keys() and family & beside.keys() for family in _FAMILIES):
        return True
    shared = (target.keys() & beside.keys()) - ANNOTATIONS
    return any(not _same(target[keyword], beside[keyword]) for keyword in shared)


def _united(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """The properties of both; one that stands in both has to satisfy both."""
    united = dict(first)
    for name, schema in second.items():
        united[name] = _satisfying(united[name], schema) if name in united else schema
    return united


def _satisfying(first: Any, second: Any) -> Any:
    if isinstance(first, bool):
        return second if first else False
    return first if _same(first, second) else joined(second, first)


def _alternatives(forms: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The properties of all, in the order in which they first come; one with several schemas has a choice of them."""
    found: dict[str, list[Any]] = {}
    for form in forms:
        for name, schema in form.get("properties", {}).items():
            schemas = found.setdefault(name, [])
            if not any(_same(schema, other) for other in schemas):
                schemas.append(schema)
    return {name: schemas[0] if len(schemas) == 1 else {"anyOf": schemas} for name, schemas in found.items()}


def _set(schema: dict[str, Any], keyword: str, value: Any) -> None:
    if value:
        schema[keyword] = value
